/**
 * Takes a picture of something on the page: its elements and all styles become an SVG, which the browser paints. A
 * picture loads nothing, so it brings the typefaces along.
 */
const SVG = "http://www.w3.org/2000/svg";

/** A PNG of an element of this size in pixels of the page, painted `scale` times as large, by daylight. */
export async function takePicture(of: Element, width: number, height: number, scale: number): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await drawn(of, width, height))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  // Enlarged only here: within an SVG that is itself enlarged Safari leaves some of the page's elements small.
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("nothing was painted"))), "image/png"),
  );
}

async function drawn(of: Element, width: number, height: number): Promise<string> {
  const still = "* { animation: none !important; transition: none !important; }";
  const size = `width="${width}" height="${height}"`;
  return `<svg xmlns="${SVG}" data-theme="light" ${size}>
    <style><![CDATA[${await styles()}\n${still}]]></style>
    <foreignObject ${size}>${new XMLSerializer().serializeToString(of)}</foreignObject>
  </svg>`;
}

/** All rules of the page, with each typeface in the place of its address. */
async function styles(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].map((rule) =>
      rule instanceof CSSFontFaceRule ? face(rule, sheet.href ?? location.href) : rule.cssText,
    ),
  );
  return (await Promise.all(rules)).join("\n");
}

async function face({ cssText }: CSSFontFaceRule, sheet: string): Promise<string> {
  const [, address = ""] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
  const file = await (await fetch(new URL(address, sheet))).blob();
  return cssText.replace(address, await asAddress(file));
}

/** A file as an address that contains it. */
function asAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("a typeface cannot be read"));
    reader.readAsDataURL(file);
  });
}
