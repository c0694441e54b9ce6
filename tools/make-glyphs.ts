// Draws the letters of paper from Noto Sans Mono: `npm run make:glyphs`. Run it to update them; the results are
// committed, so that every machine prints the same dots.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync } from 'node:zlib';
import { create, type Glyph } from 'fontkit';
import { type GlyphTable, glyphHeight, glyphWidth, packGlyphs } from '#server/devices/paper/glyphs/glyph-table.ts';

/** Latin, Greek and Cyrillic letters, punctuation, currencies, and a few arrows and shapes. */
const ranges = [
  [0x20, 0x7e],
  [0xa1, 0x17f],
  [0x18f],
  [0x192],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x1cd, 0x1dc],
  [0x1e6, 0x1e7],
  [0x1fa, 0x1ff],
  [0x218, 0x21b],
  [0x259],
  [0x2bc],
  [0x2c6, 0x2c7],
  [0x2d8, 0x2dd],
  [0x37e],
  [0x384, 0x3ce],
  [0x3d7],
  [0x400, 0x45f],
  [0x462, 0x463],
  [0x472, 0x475],
  [0x490, 0x4ff],
  [0x1e80, 0x1e85],
  [0x1e9e],
  [0x1ea0, 0x1ef9],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
  [0x2044],
  [0x2070, 0x2079],
  [0x2080, 0x2089],
  [0x20a0, 0x20bf],
  [0x2103],
  [0x2109],
  [0x2116],
  [0x2122],
  [0x2190, 0x2195],
  [0x2202],
  [0x2206],
  [0x2211, 0x2212],
  [0x221a],
  [0x221e],
  [0x2248],
  [0x2260],
  [0x2264, 0x2265],
  [0x25a0, 0x25a1],
  [0x25b2],
  [0x25ba],
  [0x25bc],
  [0x25c4],
  [0x25cf],
  [0x2605, 0x2606],
  [0x2610, 0x2612],
  [0x2713],
  [0x2717],
].flatMap(([from = 0, to = from]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** In these two, upright strokes are 2 and 3 dots wide. */
const weights = { regular: '500Medium', bold: '800ExtraBold' };

/** Dots per unit of the font. Letters are a little narrower than designed, so that capitals are 15 dots high. */
const scale = { x: glyphWidth / 600, y: 0.0205 };
/** The row below the letters that have no descender. */
const baseline = 19;
/** A letter may move by a part of a dot to where its strokes cover whole dots. */
const shifts = [0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3, 0.4, -0.4];
const linesPerDot = 16;
const stepsOfCurve = 8;

type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const fonts = at('../node_modules/@expo-google-fonts/noto-sans-mono');
const results = at('../server/devices/paper/glyphs');

for (const [name, weight] of Object.entries(weights)) {
  const font = create(readFileSync(`${fonts}/${weight}/NotoSansMono_${weight}.ttf`));
  const table: GlyphTable = new Map(
    ranges
      .filter((code) => font.hasGlyphForCodePoint(code))
      .map((code) => [code, draw(font.glyphForCodePoint(code))] as const),
  );
  const packed = zstdCompressSync(packGlyphs(table), { params: { [constants.ZSTD_c_compressionLevel]: 22 } });
  writeFileSync(`${results}/${name}.gen.zst`, packed);
  console.log(`${name}: ${table.size} letters, ${packed.length} bytes`);
}
copyFileSync(`${fonts}/LICENSE_FONT`, `${results}/noto-sans-mono-license.txt`);

/** The rows of a letter, the leftmost dot in the highest of 12 bits. */
function draw(glyph: Glyph): Uint16Array {
  const edges = fit(edgesOf(glyph));
  const drawings = shifts.map((shift) => coverage(edges.map(([x1, y1, x2, y2]) => [x1 + shift, y1, x2 + shift, y2])));
  const clearness = drawings.map((dots) => dots.reduce((sum, part) => sum + Math.abs(part - 0.5), 0));
  const best = Math.max(...clearness);
  // The smallest shift among those that are as good.
  const dots = drawings[clearness.findIndex((one) => one > best - 0.01)] ?? new Float64Array();
  return Uint16Array.from({ length: glyphHeight }, (_, y) =>
    Array.from({ length: glyphWidth }, (_, x) => x)
      .filter((x) => (dots[y * glyphWidth + x] ?? 0) > 0.5)
      .reduce((bits, x) => bits | (1 << (glyphWidth - 1 - x)), 0),
  );
}

/** The outline in dots, with straight edges only. */
function edgesOf(glyph: Glyph): Edge[] {
  const edges: Edge[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const lineTo = (nextX: number, nextY: number) => {
    edges.push([x * scale.x, baseline - y * scale.y, nextX * scale.x, baseline - nextY * scale.y]);
    [x, y] = [nextX, nextY];
  };
  for (const { command, args } of glyph.path.commands) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = args;
    if (command === 'moveTo') [x, y, startX, startY] = [x1, y1, x1, y1];
    else if (command === 'lineTo') lineTo(x1, y1);
    else if (command === 'closePath') lineTo(startX, startY);
    else if (command === 'quadraticCurveTo') {
      const [x0, y0] = [x, y];
      for (let step = 1; step <= stepsOfCurve; step++) {
        const [t, rest] = [step / stepsOfCurve, 1 - step / stepsOfCurve];
        lineTo(rest * rest * x0 + 2 * rest * t * x1 + t * t * x2, rest * rest * y0 + 2 * rest * t * y1 + t * t * y2);
      }
    } else throw new Error(`A TrueType font has no ${command}.`);
  }
  return edges;
}

/** Letters with two marks above each other are pressed into the cell. */
function fit(edges: readonly Edge[]): Edge[] {
  const rows = edges.flatMap(([, y1, , y2]) => [y1, y2]);
  const above = Math.min(1, baseline / (baseline - Math.min(baseline - 1, ...rows)));
  const below = Math.min(1, (glyphHeight - baseline) / (Math.max(baseline + 1, ...rows) - baseline));
  const press = (y: number) => baseline + (y - baseline) * (y < baseline ? above : below);
  return edges.map(([x1, y1, x2, y2]) => [x1, press(y1), x2, press(y2)]);
}

/** How much of each dot lies inside the outline, 0 to 1. */
function coverage(edges: readonly Edge[]): Float64Array {
  const dots = new Float64Array(glyphWidth * glyphHeight);
  for (let line = 0; line < glyphHeight * linesPerDot; line++) {
    const y = (line + 0.5) / linesPerDot;
    const crossings = edges
      .filter(([, y1, , y2]) => y1 <= y !== y2 <= y)
      .map(([x1, y1, x2, y2]) => ({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), turn: y1 < y2 ? 1 : -1 }))
      .sort((a, b) => a.x - b.x);
    let turns = 0;
    for (const [index, { x, turn }] of crossings.entries()) {
      turns += turn;
      if (turns === 0) continue;
      const [left, right] = [Math.max(0, x), Math.min(glyphWidth, crossings[index + 1]?.x ?? x)];
      for (let dot = Math.floor(left); dot < right; dot++) {
        const part = Math.min(right, dot + 1) - Math.max(left, dot);
        const place = Math.floor(line / linesPerDot) * glyphWidth + dot;
        dots[place] = (dots[place] ?? 0) + part / linesPerDot;
      }
    }
  }
  return dots;
}
