// The objects of a salon; placed like furniture.
import { at, dot, line, path, rect } from './draw-furniture.ts';
import { mix } from './draw-shapes.ts';

const dark = '#2f2b28';
const steel = '#9aa1a8';

/** A round mirror by its centre. */
export function mirror(x: number, y: number): string {
  return (
    dot(x, y, 118, '#c9a05a') +
    dot(x, y, 108, '#e3edf0') +
    path(`M${x - 70} ${y + 60} L${x + 40} ${y - 78} L${x + 68} ${y - 60} L${x - 44} ${y + 82} Z`, '#f3f8f9')
  );
}

export function bottles(x: number, y: number): string {
  const bottle = (dx: number, height: number, colour: string) =>
    rect(x + dx + 6, y - height - 16, 12, 18, mix(colour, dark, 0.3), 3) +
    rect(x + dx, y - height, 24, height, colour, 6);
  return bottle(0, 62, '#d9a27e') + bottle(30, 50, '#f3ead8') + bottle(60, 72, '#3d6353') + bottle(90, 44, '#e8c15f');
}

export function polish(x: number, y: number): string {
  return ['#c8401f', '#6f4460', '#d98a94', '#1f3a5f', '#cf9a35']
    .map(
      (colour, index) =>
        rect(x + index * 26 + 5, y - 48, 8, 24, dark, 3) + rect(x + index * 26, y - 26, 18, 26, colour, 5),
    )
    .join('');
}

export function towels(x: number, y: number): string {
  return ['#fbf9f4', '#d6c3a5', '#c3d0b8'].map((colour, row) => rect(x, y - 22 - row * 23, 92, 20, colour, 9)).join('');
}

export function salonChair(x: number, y: number, colour: string): string {
  const side = mix(colour, '#000000', 0.22);
  return at(
    x,
    y,
    1.05,
    [
      `<ellipse cx="0" cy="62" rx="78" ry="12" fill="#000000" opacity=".14"/>`,
      rect(-64, 46, 128, 14, steel, 7),
      rect(-9, -6, 18, 56, steel),
      rect(-64, -180, 128, 150, colour, 30),
      rect(-46, -164, 92, 118, mix(colour, '#ffffff', 0.1), 22),
      rect(-84, -44, 168, 44, side, 18),
      rect(-98, -92, 26, 80, side, 12),
      rect(72, -92, 26, 80, side, 12),
    ].join(''),
  );
}

export function washBasin(x: number, y: number): string {
  return at(
    x,
    y,
    1.15,
    [
      `<ellipse cx="30" cy="62" rx="190" ry="14" fill="#000000" opacity=".13"/>`,
      rect(-140, -70, 84, 130, '#8f8578', 8),
      path('M-170 -120 H-30 Q-34 -66 -84 -62 H-116 Q-166 -66 -170 -120 Z', '#fbf9f4'),
      line('M-142 -122 v-26 q0 -16 20 -16', steel, 9),
      path('M-20 -104 L34 -104 L74 -24 L186 -24 Q204 -24 204 -4 V16 H44 Q24 16 16 0 Z', '#1f3a5f'),
      rect(60, 16, 20, 42, steel),
      rect(160, 16, 20, 42, steel),
    ].join(''),
  );
}

export function pole(x: number, y: number): string {
  const bands = [0, 1, 2, 3, 4]
    .map((row) => path(`M${x - 24} ${y - 28 - row * 44} l48 -26 v20 l-48 26 Z`, row % 2 ? '#1f3a5f' : '#c8401f'))
    .join('');
  return (
    rect(x - 24, y - 244, 48, 240, '#fbf9f4', 4) +
    bands +
    rect(x - 32, y - 264, 64, 28, steel, 10) +
    rect(x - 32, y - 10, 64, 28, steel, 10)
  );
}
