// Draws the workplaces of the demo: square scenes composed of a few pieces of furniture.

import { square } from '#server/demo/picture-sizes.ts';
import { bicycle, boxes, cans, repairStand, toolWall, vice, wheel } from './draw-bicycles.ts';
import {
  books,
  counter,
  curtain,
  frame,
  lamp,
  pendant,
  plant,
  rug,
  screen,
  shelf,
  stool,
  table,
  vase,
  windowPane,
} from './draw-furniture.ts';
import { acoustic, amp, drums, guitar, musicStand, upright, violin } from './draw-music.ts';
import { ball, mat, mirrorWide, spine, treatmentTable, wallBars, weights } from './draw-practice.ts';
import { bottles, mirror, pole, polish, salonChair, towels, washBasin } from './draw-salon.ts';
import { mix } from './draw-shapes.ts';

const wood = '#b98a5e';

/** The scenes by name, each an SVG document of the size `square`. */
export const rooms: Record<string, string> = {
  'salon-mirrors': room('#eadfce', '#c9a27b', [
    mirror(250, 250),
    mirror(560, 250),
    counter(110, 420, 580, '#f7f1e6'),
    bottles(180, 420),
    bottles(500, 420),
    vase(405, 420, '#c8401f'),
    salonChair(250, 650, '#1f3a5f'),
    salonChair(560, 650, '#1f3a5f'),
    pendant(405, 150, '#cf9a35'),
  ]),
  'salon-wash': room('#d9e0d4', '#cdbfa8', [
    windowPane(80, 110, 240, 300),
    shelf(430, 170, 280, wood),
    bottles(460, 170),
    vase(640, 170, '#3d6353'),
    shelf(430, 290, 280, wood),
    towels(450, 290),
    towels(560, 290),
    washBasin(330, 640),
    plant(690, 700, 1.25),
  ]),
  'salon-table': room('#ecd9d2', '#bf9a7c', [
    frame(120, 120, 170, 220, '#6f4460'),
    frame(330, 160, 120, 150, '#c8401f'),
    lamp(600, 480, '#1f3a5f'),
    table(120, 480, 560, '#fbf6ec'),
    polish(220, 480),
    towels(360, 480),
    stool(260, 720, '#6f4460'),
    stool(540, 720, '#6f4460'),
    plant(720, 720, 0.9),
  ]),
  'barber-chair': room('#c9d3da', '#8b7762', [
    mirror(400, 240),
    shelf(100, 190, 150, wood),
    bottles(112, 190),
    counter(200, 430, 400, '#5b4636'),
    bottles(240, 430),
    pole(690, 430),
    salonChair(400, 670, '#8f2f1f'),
  ]),
  'practice-table': room('#d6e2e3', '#d6c3a5', [
    windowPane(440, 100, 270, 310),
    curtain(400, 80, 350, '#f5f1e8'),
    frame(110, 130, 190, 240, '#2f7376'),
    spine(205, 250),
    treatmentTable(180, 560, '#2f7376'),
    ball(650, 640, 78, '#c8401f'),
    plant(90, 720, 1.1),
  ]),
  'practice-gym': room('#e9e3d5', '#c6b193', [
    wallBars(100, 130),
    mirrorWide(380, 130, 320, 330),
    weights(390, 600),
    ball(640, 630, 90, '#4a6c92'),
    mat(150, 690, '#3d6353'),
  ]),
  'practice-desk': room('#dfe0e8', '#c9ac87', [
    shelf(110, 190, 240, wood),
    books(125, 190),
    shelf(110, 310, 240, wood),
    books(150, 310),
    windowPane(450, 110, 250, 260),
    table(240, 500, 440, '#f7f1e6'),
    lamp(620, 500, '#c8401f'),
    screen(400, 500),
    stool(460, 730, '#1f3a5f'),
    plant(110, 740, 1),
  ]),
  'studio-piano': room('#e7d7c4', '#a57b56', [
    windowPane(80, 110, 210, 280),
    frame(560, 110, 150, 180, '#1f3a5f'),
    rug(400, 715, 330, '#c8401f'),
    upright(330, 360, '#33241d'),
    stool(470, 720, '#33241d'),
    plant(120, 730, 1.05),
    pendant(430, 140, '#e0b24a'),
  ]),
  'studio-strings': room('#cfd9cf', '#b28c66', [
    guitar(200, 180, '#b5703a'),
    guitar(350, 180, '#6b3a24'),
    violin(500, 150, '#9a4f2a'),
    shelf(620, 190, 130, wood),
    books(630, 190),
    rug(450, 730, 300, '#1f3a5f'),
    musicStand(590, 715),
    stool(440, 745, '#3d6353'),
    amp(110, 540),
  ]),
  'studio-drums': room('#d9d3e0', '#9c7a5c', [
    acoustic(90, 110),
    acoustic(210, 110),
    acoustic(90, 230),
    acoustic(210, 230),
    frame(590, 120, 130, 170, '#cf9a35'),
    pendant(450, 150, '#1f3a5f'),
    rug(430, 720, 330, '#6f4460'),
    drums(430, 560),
  ]),
  'workshop-stand': room('#dcd8cc', '#a9a49a', [
    toolWall(90, 110, 340, 220),
    windowPane(500, 100, 220, 230),
    repairStand(250, 430),
    bicycle(380, 520, 1.25, '#c8401f'),
    plant(720, 720, 0.9),
  ]),
  'workshop-wall': room('#c6d2d4', '#b39a7d', [
    wheel(190, 220, 100),
    wheel(420, 220, 100),
    wheel(640, 220, 90),
    shelf(90, 400, 300, wood),
    boxes(105, 400),
    shelf(460, 400, 250, wood),
    boxes(480, 400),
    table(130, 560, 540, '#8a6a4b'),
    vice(220, 560),
    cans(430, 560),
    stool(400, 740, '#343a40'),
  ]),
  'workshop-front': room('#ead9bd', '#c0aa8b', [
    windowPane(90, 110, 620, 270),
    pendant(250, 130, '#1f3a5f'),
    pendant(550, 130, '#1f3a5f'),
    bicycle(250, 590, 0.95, '#3d6353'),
    bicycle(560, 620, 0.95, '#1f3a5f'),
    plant(85, 770, 0.8),
  ]),
};

function room(wall: string, floor: string, things: string[]): string {
  const boards = [0, 1, 2, 3]
    .map((row) => `<path d="M0 ${622 + row * 48} H800" stroke="${mix(floor, '#000000', 0.09)}" stroke-width="3"/>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${square.width} ${square.height}">
<rect width="800" height="800" fill="${wall}"/><path d="M0 0 H800 V580 L560 580 L240 0 Z" fill="#ffffff" opacity=".1"/>
<rect y="580" width="800" height="220" fill="${floor}"/>${boards}<rect y="566" width="800" height="16" fill="${mix(wall, '#ffffff', 0.55)}"/>
${things.join('\n')}</svg>`;
}
