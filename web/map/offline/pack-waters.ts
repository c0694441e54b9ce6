// The form in which the offline map's file holds outlines of lakes and rivers: steps of a grid from point to point.

/** Degrees between the lines of the grid, about 450 m. */
const GRID = 0.004;

/** Rings of one water, the outline first: x and y by turns, each as the difference from the point before. */
export type PackedWater = number[][];

/** Packs polygons whose rings do not repeat their first point; waters that are a point of the grid are left out. */
export function packWaters(waters: number[][][][]): PackedWater[] {
  let [x, y] = [0, 0];
  return waters.flatMap((rings) => {
    const packed: PackedWater = [];
    for (const ring of rings) {
      const corners = ring
        .map(([longitude = 0, latitude = 0]) => [Math.round(longitude / GRID), Math.round(latitude / GRID)] as const)
        .filter(
          ([east, north], index, all) => index === 0 || east !== all[index - 1]?.[0] || north !== all[index - 1]?.[1],
        );
      if (corners.length < 3) continue;
      packed.push(
        corners.flatMap(([east, north]) => {
          const step = [east - x, north - y];
          [x, y] = [east, north];
          return step;
        }),
      );
    }
    return packed.length > 0 ? [packed] : [];
  });
}

/** Returns the polygons in degrees, with closed rings. */
export function unpackWaters(waters: PackedWater[]): number[][][][] {
  let [x, y] = [0, 0];
  return waters.map((rings) =>
    rings.map((ring) => {
      const points: number[][] = [];
      for (let index = 0; index < ring.length; index += 2) {
        x += ring[index] ?? 0;
        y += ring[index + 1] ?? 0;
        points.push([x * GRID, y * GRID]);
      }
      return [...points, points[0] ?? []];
    }),
  );
}
