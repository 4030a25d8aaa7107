// @vitest-environment node
import { expect, test } from "vitest";
import { keysOf, seal, unseal } from "./sealing";

const CODE = { place: "ABCD", secret: "EFGH1234" };

test("only the same code opens what was sealed, and the proof says nothing of the key", async () => {
  const { proof, key } = await keysOf(CODE);
  expect(proof).toMatch(/^[0-9a-f]{64}$/);
  expect(key).toHaveLength(32);
  expect(Buffer.from(key).toString("hex")).not.toBe(proof);
  const text = JSON.stringify({ token: "se-cret", name: "Žofie 🐺" });
  const sealed = await seal(text, key);
  expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(sealed).not.toContain("se-cret");
  expect(await seal(text, key)).not.toBe(sealed);
  expect(await unseal(sealed, key)).toBe(text);
  const other = await keysOf({ ...CODE, secret: "EFGH1235" });
  expect(other.proof).not.toBe(proof);
  await expect(unseal(sealed, other.key)).rejects.toThrow();
  const changed = sealed.slice(0, 60) + (sealed[60] === "A" ? "B" : "A") + sealed.slice(61);
  await expect(unseal(changed, key)).rejects.toThrow();
  await expect(unseal("", key)).rejects.toThrow();
  const elsewhere = await keysOf({ ...CODE, place: "ABCE" });
  expect(elsewhere.proof).not.toBe(proof);
});

test("a parcel that grows beyond all bounds is not unpacked", async () => {
  const { key } = await keysOf(CODE);
  const bomb = await seal(" ".repeat(5_000_000), key).catch(() => null);
  expect(bomb).not.toBeNull();
  expect(bomb!.length).toBeLessThan(20_000);
  await expect(unseal(bomb!, key)).rejects.toThrow("too large");
});
