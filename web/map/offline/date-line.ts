// Natural Earth's rings jump from 180° to -180° at the date line. A flat map needs them in one piece.

/** Returns the line with longitudes that continue past ±180° without a jump. */
export function unwrapLine(line: number[][]): number[][] {
  let shift = 0;
  return line.map(([longitude = 0, latitude = 0], index) => {
    const before = line[index - 1]?.[0] ?? longitude;
    if (longitude - before > 180) shift -= 360;
    else if (longitude - before < -180) shift += 360;
    return [longitude + shift, latitude];
  });
}

/** Unwraps a ring in the same way. A ring around a pole (Antarctica) is closed along the map's edge. */
export function unwrapRing(ring: number[][]): number[][] {
  const whole = unwrapLine(ring);
  const [first, last] = [whole[0], whole.at(-1)];
  if (!first || !last || Math.abs((last[0] ?? 0) - (first[0] ?? 0)) < 180) return whole;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...whole, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}
