// The objects of a bicycle workshop; placed like furniture.
import { at, dot, line, path, rect } from './draw-furniture.ts';
import { mix } from './draw-shapes.ts';

const dark = '#2f2b28';
const steel = '#9aa1a8';

export function wheel(x: number, y: number, r: number): string {
  const spokes = Array.from({ length: 12 }, (_, spoke) => {
    const angle = (spoke * Math.PI) / 6;
    return `M${x} ${y} L${(x + Math.cos(angle) * r).toFixed(1)} ${(y + Math.sin(angle) * r).toFixed(1)}`;
  }).join(' ');
  return (
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${dark}" stroke-width="${r * 0.09}"/><circle cx="${x}" cy="${y}" r="${r * 0.9}" fill="none" stroke="${steel}" stroke-width="${r * 0.05}"/>` +
    line(spokes, '#a9afb4', 2) +
    dot(x, y, r * 0.09, dark)
  );
}

/** A bicycle around the middle between its wheels, at the height of their hubs. */
export function bicycle(x: number, y: number, scale: number, colour: string): string {
  return at(
    x,
    y,
    scale,
    [
      `<ellipse cx="0" cy="84" rx="200" ry="9" fill="#000000" opacity=".12"/>`,
      wheel(-115, 0, 78),
      wheel(115, 0, 78),
      line('M-115 0 L-58 -96 L62 -104 L-14 4 Z M-58 -96 L-14 4 M115 0 L64 -112', colour, 11),
      line('M-115 0 L-14 4', colour, 9),
      line('M-62 -102 L-70 -126 M64 -112 L58 -138 L30 -142 M58 -138 q34 -6 36 18', dark, 9),
      path('M-104 -132 q36 -12 68 0 q-6 14 -34 12 q-26 0 -34 -12 Z', dark),
      dot(-14, 4, 20, dark),
      line('M-14 4 L4 40 M-6 44 H18', dark, 7),
    ].join(''),
  );
}

export function repairStand(x: number, y: number): string {
  return line(
    `M${x + 150} ${y - 120} V${y + 230} M${x + 150} ${y - 20} H${x + 44} M${x + 150} ${y + 190} L${x + 80} ${y + 236} M${x + 150} ${y + 190} L${x + 220} ${y + 236}`,
    '#52585e',
    13,
  );
}

export function toolWall(x: number, y: number, width: number, height: number): string {
  const tool = (dx: number, inner: string) => `<g transform="translate(${x + dx} ${y + 34})">${inner}</g>`;
  return [
    rect(x, y, width, height, '#c7a984', 6),
    tool(46, line('M0 24 V130', '#c8401f', 15) + line('M-14 0 V16 L0 26 L14 16 V0', steel, 10)),
    tool(106, line('M0 0 V60', steel, 8) + line('M0 72 V130', '#1f3a5f', 18)),
    tool(166, line('M0 44 V130', '#7d5f43', 13) + rect(-28, 0, 56, 36, '#52585e', 6)),
    tool(230, line('M-8 60 L-18 130 M8 60 L18 130', '#c8401f', 12) + line('M-8 60 L10 0 M8 60 L-10 0', steel, 10)),
    tool(
      294,
      `<circle cx="0" cy="40" r="34" fill="none" stroke="${dark}" stroke-width="9"/>${line('M0 76 V130', dark, 8)}`,
    ),
  ].join('');
}

export function boxes(x: number, y: number): string {
  return ['#1f3a5f', '#cf9a35', '#3d6353']
    .map(
      (colour, box) =>
        rect(x + box * 78, y - 56, 68, 56, colour, 5) + rect(x + box * 78 + 16, y - 40, 36, 18, '#fdfbf6', 3),
    )
    .join('');
}

export function vice(x: number, y: number): string {
  return (
    rect(x - 60, y - 22, 120, 22, '#3d5d86', 5) +
    rect(x - 44, y - 70, 36, 50, '#4a6c92', 5) +
    rect(x + 14, y - 70, 36, 50, '#4a6c92', 5) +
    line(`M${x + 50} ${y - 36} H${x + 104} M${x + 104} ${y - 60} V${y - 12}`, steel, 8)
  );
}

export function cans(x: number, y: number): string {
  return ['#c8401f', '#f3ead8', '#2f7376']
    .map(
      (colour, can) =>
        rect(x + can * 54, y - 70, 40, 70, colour, 6) +
        rect(x + can * 54 + 12, y - 84, 16, 16, steel, 3) +
        rect(x + can * 54, y - 46, 40, 18, mix(colour, '#000000', 0.16)),
    )
    .join('');
}
