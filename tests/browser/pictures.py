"""Screenshots made small: a palette of 128 colours is enough for flat drawings, and a third of the bytes."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page

Bytes = npt.NDArray[np.uint8]
COLOURS = 128

# The browser can read its own picture; the colours come back as text.
READ = """async png => {
  const bytes = Uint8Array.from(atob(png), letter => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768)
    text += String.fromCharCode(...data.subarray(at, at + 32768));
  return [picture.width, picture.height, btoa(text)];
}"""


def pixels(page: Page, png: bytes) -> Bytes:
    """The colours of a picture: rows x columns x red, green, blue."""
    width, height, text = page.evaluate(READ, base64.b64encode(png).decode())
    colours = np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)
    return colours[:, :, :3]


def palette(colours: Bytes) -> tuple[Bytes, npt.NDArray[np.intp]]:
    """At most 128 colours and, for each pixel, which is the nearest."""
    unique, which, count = np.unique(
        colours.reshape(-1, 3).astype(np.int32), axis=0, return_inverse=True, return_counts=True
    )
    kept = [int(np.argmax(count))]
    nearest = np.zeros(len(unique), np.intp)
    distance = ((unique - unique[kept[0]]) ** 2).sum(axis=1)
    while len(kept) < COLOURS and distance.any():
        # What is most unlike the colours so far, weighed by how much there is of it, gets one of its own.
        new = int(np.argmax(distance * np.sqrt(count)))
        closer = ((unique - unique[new]) ** 2).sum(axis=1)
        nearest[closer < distance] = len(kept)
        distance = np.minimum(distance, closer)
        kept.append(new)
    return unique[kept].astype(np.uint8), nearest[which.reshape(-1)]


def small(page: Page, png: bytes) -> bytes:
    """The same picture in 128 colours; the page lends its browser."""
    colours = pixels(page, png)
    table, which = palette(colours)
    height, width = colours.shape[:2]
    lines = np.zeros((height, width + 1), np.uint8)  # each line begins with its filter: none
    lines[:, 1:] = which.reshape(height, width)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", table.tobytes()),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        for name, content in parts
    )
