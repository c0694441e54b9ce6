// The objects of a music school; placed like furniture.
import { dot, line, path, rect } from './draw-furniture.ts';
import { mix } from './draw-shapes.ts';

const dark = '#2f2b28';
const steel = '#9aa1a8';

/** An upright piano, placed by the top left corner of its case. */
export function upright(x: number, y: number, colour: string): string {
  const keys = Array.from({ length: 10 }, (_, key) => rect(x - 20 + 26 + key * 26, y + 168, 12, 12, dark)).join('');
  return [
    `<ellipse cx="${x + 130}" cy="${y + 316}" rx="190" ry="14" fill="#000000" opacity=".15"/>`,
    rect(x - 10, y, 280, 316, colour, 8),
    rect(x - 22, y - 12, 304, 20, mix(colour, '#ffffff', 0.16), 6),
    rect(x + 20, y + 34, 220, 100, mix(colour, '#ffffff', 0.08), 4),
    path(`M${x + 70} ${y + 60} h60 v70 h-60 Z M${x + 134} ${y + 60} h60 v70 h-60 Z`, '#fdfbf6'),
    line(
      `M${x + 82} ${y + 80} h36 M${x + 82} ${y + 96} h36 M${x + 146} ${y + 80} h36 M${x + 146} ${y + 96} h36`,
      '#b9b1a2',
      4,
    ),
    rect(x - 34, y + 150, 328, 18, mix(colour, '#ffffff', 0.14), 4),
    rect(x - 20, y + 166, 300, 24, '#fdfbf6'),
    keys,
    rect(x - 34, y + 188, 328, 16, colour),
    rect(x - 26, y + 200, 20, 116, colour),
    rect(x + 266, y + 200, 20, 116, colour),
  ].join('');
}

/** A guitar hanging from (x, y). */
export function guitar(x: number, y: number, colour: string): string {
  return [
    rect(x - 9, y, 18, 170, '#4b3325'),
    rect(x - 15, y - 26, 30, 46, '#3a271c', 6),
    path(
      `M${x} ${y + 140} C${x + 54} ${y + 134} ${x + 60} ${y + 190} ${x + 46} ${y + 214} C${x + 76} ${y + 246} ${x + 70} ${y + 322} ${x} ${y + 322} C${x - 70} ${y + 322} ${x - 76} ${y + 246} ${x - 46} ${y + 214} C${x - 60} ${y + 190} ${x - 54} ${y + 134} ${x} ${y + 140} Z`,
      colour,
    ),
    dot(x, y + 218, 23, '#3a271c'),
    rect(x - 26, y + 274, 52, 11, '#3a271c', 4),
    line(`M${x - 4} ${y + 10} V${y + 276} M${x + 4} ${y + 10} V${y + 276}`, '#efe3cd', 2),
  ].join('');
}

export function violin(x: number, y: number, colour: string): string {
  return (
    rect(x - 5, y, 10, 110, '#33241d') +
    dot(x, y - 4, 11, '#33241d') +
    path(
      `M${x} ${y + 84} C${x + 36} ${y + 82} ${x + 40} ${y + 116} ${x + 24} ${y + 142} C${x + 52} ${y + 168} ${x + 44} ${y + 216} ${x} ${y + 216} C${x - 44} ${y + 216} ${x - 52} ${y + 168} ${x - 24} ${y + 142} C${x - 40} ${y + 116} ${x - 36} ${y + 82} ${x} ${y + 84} Z`,
      colour,
    ) +
    path(`M${x - 6} ${y + 90} h12 v70 h-12 Z M${x - 9} ${y + 184} h18 l-4 26 h-10 Z`, '#33241d') +
    line(`M${x - 20} ${y + 152} q-5 12 0 24 M${x + 20} ${y + 152} q5 12 0 24`, '#33241d', 3) +
    line(`M${x + 66} ${y + 6} V${y + 214}`, '#7d4a2c', 5)
  );
}

export function musicStand(x: number, y: number): string {
  return (
    line(
      `M${x} ${y - 230} V${y - 30} M${x} ${y - 40} L${x - 46} ${y} M${x} ${y - 40} L${x + 46} ${y} M${x} ${y - 40} V${y + 6}`,
      dark,
      7,
    ) +
    path(`M${x - 84} ${y - 320} H${x + 84} L${x + 72} ${y - 210} H${x - 72} Z`, dark) +
    path(`M${x - 62} ${y - 312} h58 v88 h-54 Z M${x + 4} ${y - 312} h58 l-4 88 h-54 Z`, '#fdfbf6') +
    line(
      `M${x - 50} ${y - 292} h36 M${x - 50} ${y - 272} h36 M${x - 48} ${y - 252} h34 M${x + 14} ${y - 292} h36 M${x + 14} ${y - 272} h36 M${x + 14} ${y - 252} h34`,
      '#b9b1a2',
      4,
    )
  );
}

export function amp(x: number, y: number): string {
  return (
    rect(x, y, 170, 150, '#3a3431', 10) +
    rect(x + 14, y + 42, 142, 94, '#57504b', 6) +
    dot(x + 85, y + 88, 38, '#48423e') +
    [0, 1, 2, 3].map((knob) => dot(x + 30 + knob * 36, y + 22, 8, '#e0b24a')).join('')
  );
}

/** An acoustic panel. */
export function acoustic(x: number, y: number): string {
  return (
    rect(x, y, 108, 108, '#8d7f9c', 6) +
    [0, 1, 2].map((row) => rect(x + 12, y + 14 + row * 30, 84, 18, '#a497b2', 4)).join('')
  );
}

export function drums(x: number, y: number): string {
  const drum = (dx: number, dy: number, width: number, height: number) =>
    rect(x + dx, y + dy, width, height, '#8f2f1f', 8) + rect(x + dx - 4, y + dy - 8, width + 8, 16, '#fdfbf6', 8);
  const cymbal = (dx: number, dy: number, tilt: number) =>
    line(`M${x + dx} ${y + dy} V${y + 150}`, steel, 6) +
    `<ellipse cx="${x + dx}" cy="${y + dy}" rx="78" ry="11" fill="#d8a93d" transform="rotate(${tilt} ${x + dx} ${y + dy})"/>`;
  return (
    cymbal(-190, -90, -8) +
    cymbal(190, -110, 9) +
    drum(-110, -70, 96, 70) +
    drum(16, -70, 96, 70) +
    drum(-230, 26, 110, 74) +
    drum(130, 10, 120, 120) +
    dot(x, y + 72, 102, '#8f2f1f') +
    dot(x, y + 72, 88, '#fdfbf6') +
    dot(x, y + 72, 40, '#f0e6d4')
  );
}
