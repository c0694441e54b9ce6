// The objects of a physiotherapy practice; placed like furniture.
import { dot, line, path, rect } from './draw-furniture.ts';
import { mix } from './draw-shapes.ts';

const steel = '#9aa1a8';

export function mirrorWide(x: number, y: number, width: number, height: number): string {
  return (
    rect(x - 8, y - 8, width + 16, height + 16, '#fbf9f4', 6) +
    rect(x, y, width, height, '#dbe7ea', 3) +
    path(
      `M${x + width * 0.2} ${y + height} L${x + width * 0.72} ${y} h44 L${x + width * 0.34} ${y + height} Z`,
      '#ecf3f4',
    )
  );
}

export function treatmentTable(x: number, y: number, colour: string): string {
  return [
    `<ellipse cx="${x + 200}" cy="${y + 150}" rx="220" ry="14" fill="#000000" opacity=".12"/>`,
    line(
      `M${x + 50} ${y + 30} L${x + 80} ${y + 148} M${x + 350} ${y + 30} L${x + 320} ${y + 148} M${x + 66} ${y + 100} H${x + 334}`,
      '#8b7355',
      12,
    ),
    rect(x, y, 400, 38, colour, 16),
    rect(x - 50, y + 4, 66, 30, mix(colour, '#000000', 0.2), 15),
    rect(x + 250, y - 26, 110, 30, '#fbf9f4', 15),
    path(`M${x + 70} ${y} h130 v52 h-130 Z`, '#f3ead8'),
  ].join('');
}

export function ball(x: number, y: number, r: number, colour: string): string {
  return (
    `<ellipse cx="${x}" cy="${y + r}" rx="${r * 0.9}" ry="11" fill="#000000" opacity=".13"/>` +
    dot(x, y, r, colour) +
    line(
      `M${x - r * 0.55} ${y - r * 0.4} Q${x - r * 0.3} ${y - r * 0.72} ${x + r * 0.05} ${y - r * 0.76}`,
      mix(colour, '#ffffff', 0.4),
      8,
    )
  );
}

export function spine(x: number, y: number): string {
  return Array.from({ length: 8 }, (_, row) =>
    rect(x - 17 + Math.sin(row / 1.6) * 9, y - 74 + row * 19, 34, 12, '#fbf9f4', 6),
  ).join('');
}

export function wallBars(x: number, y: number): string {
  return (
    rect(x, y, 16, 470, '#a97b4f', 4) +
    rect(x + 184, y, 16, 470, '#a97b4f', 4) +
    Array.from({ length: 10 }, (_, row) => rect(x, y + 18 + row * 46, 200, 13, '#c99a68', 6)).join('')
  );
}

export function weights(x: number, y: number): string {
  const pair = (dy: number, colour: string) =>
    rect(x, y + dy, 110, 12, steel, 6) +
    rect(x - 8, y + dy - 18, 26, 48, colour, 6) +
    rect(x + 92, y + dy - 18, 26, 48, colour, 6);
  return pair(-8, '#1f3a5f') + pair(48, '#c8401f');
}

export function mat(x: number, y: number, colour: string): string {
  return (
    path(`M${x} ${y} H${x + 330} L${x + 390} ${y + 62} H${x - 40} Z`, colour) +
    path(`M${x + 20} ${y + 12} H${x + 314} L${x + 352} ${y + 50} H${x - 8} Z`, mix(colour, '#ffffff', 0.16))
  );
}
