// Draws the demo's banners: wide scenes with a calm left half for text.

import { bannerSize as size } from '#server/demo/picture-sizes.ts';
import { bicycle } from './draw-bicycles.ts';
import { at, dot, frame, path, plant, rect, shelf, vase } from './draw-furniture.ts';
import { ball, treatmentTable } from './draw-practice.ts';
import { bottles, mirror, salonChair } from './draw-salon.ts';
import { mix } from './draw-shapes.ts';

/** The banners by name, each an SVG document of the size `banner`. */
export const banners: Record<string, string> = {
  salon: banner('#e6ddcb', '#cdb394', [
    mirrorAt(800),
    at(800, 318, 0.82, salonChair(0, 0, '#1f3a5f')),
    shelf(930, 150, 180, '#b98a5e'),
    bottles(945, 150),
    vase(1085, 150, '#c8401f'),
    plant(1120, 372, 0.72),
  ]),
  practice: banner('#d3e0e0', '#d6c3a5', [
    frame(690, 60, 120, 150, '#2f7376'),
    at(760, 250, 0.72, treatmentTable(0, 0, '#2f7376')),
    ball(1085, 322, 46, '#c8401f'),
    plant(630, 366, 0.66),
  ]),
  workshop: banner('#dfe3d6', '#b9b7a6', [
    dot(960, 120, 62, '#f3dfae'),
    path('M520 330 Q640 190 780 262 T1020 230 T1200 250 V330 Z', '#b9c8b4'),
    path('M430 330 Q600 250 760 300 T1000 280 T1200 300 V330 Z', '#9db39f'),
    bicycle(720, 290, 0.72, '#c8401f'),
    bicycle(1035, 300, 0.72, '#1f3a5f'),
  ]),
};

function mirrorAt(x: number): string {
  return at(x, 140, 0.85, mirror(0, 0));
}

function banner(wall: string, floor: string, things: string[]): string {
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
${rect(0, 0, width, height, wall)}${path('M0 0 H640 L420 330 H0 Z', mix(wall, '#ffffff', 0.2))}
${rect(0, 326, width, height - 326, floor)}${rect(0, 320, width, 8, mix(wall, '#ffffff', 0.55))}
${things.join('\n')}</svg>`;
}
