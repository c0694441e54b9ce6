// What stands in a salon, a practice, a music school and a bicycle workshop; placed as furniture is.
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

/** An upright piano by the left top corner of its case. */
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

/** A panel that swallows sound. */
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
      `<circle cx="0" cy="40" r="34" fill="none" stroke="${dark}" stroke-width="9"/>` + line('M0 76 V130', dark, 8),
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
