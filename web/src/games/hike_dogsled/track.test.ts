import { expect, test } from "vitest";
import { tableAt } from "./fixtures";
import { fieldsOf, landsOf, layOut } from "./track";

test("fields are numbered as far as all before them are known", () => {
  const { fixed, base } = tableAt("action");
  const fields = fieldsOf(fixed, base.view);
  expect(fields.size).toBe(15);
  expect(fields.get(14)).toMatchObject({ terrain: "I", equipment: true });
  const lands = landsOf(fixed, base.view);
  expect(lands).toHaveLength(10);
  expect(lands.filter(({ sideways }) => sideways).map(({ at }) => at)).toEqual([4]);
  expect(fieldsOf(fixed, tableAt("step").base.view).size).toBe(41);
});

test.each([
  [1040, 110],
  [1040, 400],
  [344, 230],
  [300, 150],
])("the whole track fits into %i by %i, in order", (wide, high) => {
  const { fixed, base } = tableAt("step");
  const layout = layOut(landsOf(fixed, base.view), wide, high);
  expect(layout.height).toBeLessThanOrEqual(high + 1);
  for (const land of layout.lands) {
    expect(land.x).toBeGreaterThanOrEqual(0);
    expect(land.x + land.width).toBeLessThanOrEqual(wide + 1);
  }
  const places = [...layout.centres.keys()].sort((a, b) => a - b).map((n) => layout.centres.get(n)!);
  expect(places).toHaveLength(42);
  places.slice(1).forEach((place, n) => {
    const before = places[n]!;
    expect(place.y > before.y || (place.y === before.y && place.x > before.x)).toBe(true);
  });
});
