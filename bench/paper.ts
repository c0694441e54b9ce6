// Measures the cost of a printed paper beside the same paper as SVG through sharp.
import { text } from 'node:stream/consumers';
import { spawnAsStarted } from './lib/child.ts';
import { ratioRow } from './lib/pairs.ts';
import type { PaperCosts } from './lib/render-papers.ts';
import type { Row } from './lib/report.ts';

export async function benchPaper(): Promise<Row[]> {
  const child = await spawnAsStarted(new URL('lib/render-papers.ts', import.meta.url).pathname);
  const { ours, svg, ratios, list, bytes }: PaperCosts = JSON.parse(await text(child.stdout));
  return [
    { label: 'A slip from its template to PNG, CPU of the process', value: `${ours.toFixed(2)} ms` },
    { label: 'The same slip as SVG through sharp', value: `${svg.toFixed(1)} ms` },
    ratioRow(
      'SVG through sharp as a multiple of it',
      ratios.map((ratio) => 1 / ratio),
      { min: 15 },
    ),
    { label: 'A price list of 40 rows at 80 mm', value: `${list.toFixed(2)} ms, ${(bytes / 1024).toFixed(0)} KB` },
  ];
}
