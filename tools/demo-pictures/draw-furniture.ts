// Furniture of the demo's scenes. Hanging objects are placed by their top left corner, standing ones by their base.
import { mix } from './draw-shapes.ts';

const dark = '#2f2b28';
const wood = '#b98a5e';

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

export const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

export const dot = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const shadow = (x: number, y: number, width: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${Math.min(14, width / 10)}" fill="#000000" opacity=".12"/>`;

/** Draws around (0, 0) at a place and a scale. */
export const at = (x: number, y: number, scale: number, inner: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${inner}</g>`;

export function windowPane(x: number, y: number, width: number, height: number): string {
  const roofs = `M${x} ${y + height} V${y + height * 0.66} H${x + width * 0.18} L${x + width * 0.3} ${y + height * 0.54} L${x + width * 0.42} ${y + height * 0.66}
H${x + width * 0.56} V${y + height * 0.58} H${x + width * 0.76} V${y + height * 0.7} H${x + width} V${y + height} Z`;
  return [
    rect(x - 12, y - 12, width + 24, height + 24, '#fbf9f4', 6),
    rect(x, y, width, height, '#cfe2ea'),
    dot(x + width * 0.74, y + height * 0.28, Math.min(width, height) * 0.11, '#fbf3dc'),
    path(roofs, '#aec3cc'),
    rect(x + width / 2 - 5, y, 10, height, '#fbf9f4'),
    rect(x - 26, y + height + 12, width + 52, 16, '#fbf9f4', 5),
  ].join('');
}

export function curtain(x: number, y: number, width: number, colour: string): string {
  const fold = mix(colour, '#8a7f6a', 0.2);
  const side = (left: number) =>
    path(`M${left} ${y} h70 l-6 350 h-60 Z`, colour) +
    line(`M${left + 24} ${y + 12} V${y + 340} M${left + 46} ${y + 12} V${y + 340}`, fold, 4);
  return line(`M${x - 20} ${y} H${x + width + 20}`, '#8b7355', 9) + side(x) + side(x + width - 70);
}

/** A picture with hills in a colour. */
export function frame(x: number, y: number, width: number, height: number, colour: string): string {
  const [right, foot] = [x + width - 22, y + height - 22];
  return [
    rect(x, y, width, height, '#fdfbf6', 4),
    rect(x + 22, y + 22, width - 44, height - 44, mix(colour, '#ffffff', 0.75)),
    dot(x + width * 0.62, y + height * 0.38, width * 0.1, mix(colour, '#ffffff', 0.35)),
    path(
      `M${x + 22} ${foot} V${y + height * 0.62} Q${x + width * 0.36} ${y + height * 0.44} ${x + width * 0.56} ${y + height * 0.66} T${right} ${y + height * 0.6} V${foot} Z`,
      colour,
    ),
  ].join('');
}

export function shelf(x: number, y: number, width: number, colour: string): string {
  return (
    rect(x, y, width, 12, colour, 3) +
    line(`M${x + 24} ${y + 14} v18 M${x + width - 24} ${y + 14} v18`, mix(colour, dark, 0.4), 6)
  );
}

export function books(x: number, y: number): string {
  const backs: [height: number, width: number, colour: string][] = [
    [70, 18, '#1f3a5f'],
    [58, 22, '#c9d3c0'],
    [76, 16, '#c8401f'],
    [64, 20, '#f3ead8'],
    [70, 14, '#3d6353'],
  ];
  let left = x;
  return backs
    .map(([height, width, colour]) => {
      const back = rect(left, y - height, width, height, colour, 2);
      left += width + 3;
      return back;
    })
    .join('');
}

export function table(x: number, y: number, width: number, colour: string): string {
  const foot = 700 - y;
  const leg = mix(colour, dark, 0.35);
  return (
    shadow(x + width / 2, 702, width) +
    rect(x + 24, y + 10, 14, foot, leg) +
    rect(x + width - 38, y + 10, 14, foot, leg) +
    rect(x, y, width, 22, colour, 5) +
    rect(x + 20, y + 22, width - 40, 12, mix(colour, dark, 0.16))
  );
}

export function counter(x: number, y: number, width: number, colour: string): string {
  return rect(x, y, width, 24, colour, 5) + rect(x + 16, y + 24, width - 32, 60, mix(colour, '#8a7f6a', 0.3), 4);
}

export function stool(x: number, y: number, colour: string): string {
  return (
    shadow(x, y, 120) +
    line(
      `M${x - 30} ${y - 100} L${x - 42} ${y} M${x + 30} ${y - 100} L${x + 42} ${y} M${x - 36} ${y - 44} H${x + 36}`,
      '#7d5f43',
      9,
    ) +
    rect(x - 58, y - 124, 116, 30, colour, 15)
  );
}

export function lamp(x: number, y: number, colour: string): string {
  return (
    line(`M${x} ${y - 6} L${x + 34} ${y - 90} L${x - 24} ${y - 150}`, dark, 7) +
    rect(x - 34, y - 10, 68, 10, dark, 5) +
    path(`M${x - 70} ${y - 116} L${x - 40} ${y - 176} L${x - 6} ${y - 156} L${x - 22} ${y - 96} Z`, colour)
  );
}

export function pendant(x: number, y: number, colour: string): string {
  return (
    line(`M${x} 0 V${y - 56}`, dark, 4) +
    dot(x, y + 2, 15, '#fff3cf') +
    path(`M${x - 62} ${y} Q${x - 52} ${y - 62} ${x} ${y - 62} Q${x + 52} ${y - 62} ${x + 62} ${y} Z`, colour)
  );
}

export function rug(x: number, y: number, width: number, colour: string): string {
  const oval = (share: number, fill: string) =>
    `<ellipse cx="${x}" cy="${y}" rx="${width * share}" ry="${width * share * 0.17}" fill="${fill}"/>`;
  return oval(1, colour) + oval(0.86, mix(colour, '#ffffff', 0.72)) + oval(0.8, mix(colour, '#ffffff', 0.12));
}

export function plant(x: number, y: number, scale: number): string {
  const leaf = (angle: number, length: number, colour: string) =>
    `<path d="M0 -92 q-34 ${-length * 0.5} 0 ${-length} q34 ${length * 0.5} 0 ${length} Z" fill="${colour}" transform="rotate(${angle} 0 -92)"/>`;
  return at(
    x,
    y,
    scale,
    [
      shadow(0, 0, 130),
      leaf(-62, 140, '#4f7a63'),
      leaf(62, 140, '#4f7a63'),
      leaf(-34, 180, '#3d6353'),
      leaf(36, 175, '#3d6353'),
      leaf(0, 205, '#5d8a70'),
      leaf(-82, 100, '#5d8a70'),
      leaf(84, 104, '#5d8a70'),
      path('M-56 -108 H56 L42 0 H-42 Z', '#d9a27e'),
      rect(-62, -116, 124, 22, '#c98c66', 5),
    ].join(''),
  );
}

export function vase(x: number, y: number, colour: string): string {
  const stem = (dx: number, dy: number) =>
    line(`M${x} ${y - 50} Q${x + dx / 3} ${y - 80} ${x + dx} ${y + dy}`, '#5d8a70', 4) +
    dot(x + dx, y + dy, 12, colour);
  return (
    stem(-28, -112) +
    stem(4, -132) +
    stem(32, -104) +
    path(`M${x - 16} ${y - 56} h32 q-6 14 8 30 q6 18 -10 26 h-28 q-16 -8 -10 -26 q14 -16 8 -30 Z`, '#fdfbf6')
  );
}

export function screen(x: number, y: number): string {
  return (
    rect(x - 14, y - 40, 28, 36, '#8d9096') +
    rect(x - 46, y - 8, 92, 8, '#8d9096', 4) +
    rect(x - 96, y - 156, 192, 122, dark, 8) +
    rect(x - 86, y - 146, 172, 102, '#dfe8ee', 3) +
    [0, 1, 2]
      .map((row) =>
        rect(x - 70, y - 130 + row * 28, 60 + row * 28, 14, ['#1f3a5f', '#2b8a3e', '#e8890c'][row] ?? wood, 4),
      )
      .join('')
  );
}
