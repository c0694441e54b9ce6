// The formats in which printers get a paper.
import type { CutRows } from '../sheet/split-paper.ts';
import { encodeEpos } from './epos.ts';
import { encodeEscPos } from './escpos.ts';
import { encodePng } from './png.ts';
import { encodePwg } from './pwg.ts';
import { encodeStarPrnt } from './starprnt.ts';

export const paperMedia = {
  png: { type: 'image/png', encode: encodePng },
  escPos: { type: 'application/vnd.epson.escpos', encode: encodeEscPos },
  starPrnt: { type: 'application/vnd.star.starprnt', encode: encodeStarPrnt },
  epos: { type: 'text/xml; charset=utf-8', encode: (paper: CutRows) => Buffer.from(encodeEpos(paper)) },
  pwg: { type: 'image/pwg-raster', encode: encodePwg },
} as const satisfies Record<string, { type: string; encode: (paper: CutRows) => Uint8Array }>;

export type PaperMedium = keyof typeof paperMedia;
