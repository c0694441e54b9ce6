// Renders papers in a process of its own, as the product does and as SVG through sharp, and prints the processor time:
// for bench/paper.ts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodePng } from '#server/devices/paper/media/png.ts';
import { type PaperRequest, renderPaper } from '#server/devices/paper/render-paper.ts';
import { layout, type PaperSheet } from '#server/devices/paper/sheet/layout.ts';
import { fillTemplate } from '#server/devices/paper/template/fill-template.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { paperSamples } from '#server/testing/paper/paper-samples.ts';
import { pairsOf } from './pairs.ts';

export interface PaperCosts {
  /** Of the whole process for each slip (ms), median. */
  ours: number;
  svg: number;
  /** Pair by pair. */
  ratios: number[];
  /** For the price list of 40 rows at 80 mm (ms). */
  list: number;
  bytes: number;
}

const pairCount = 9;
const rounds = 8;
/** Repetitions of ours for one through sharp: both then take about as long. */
const more = 20;

// The machine may have no font for these letters, and boxes cost less.
const folder = await mkdtemp(join(tmpdir(), 'daybook-paper-'));
const font = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans-mono/500Medium/NotoSansMono_500Medium.ttf'),
);
const config = `<fontconfig><dir>${join(font, '../..')}</dir><cachedir>${folder}</cachedir></fontconfig>`;
await writeFile(join(folder, 'fonts.conf'), config);
process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf');
const { default: sharp } = await import('sharp');

const { priceList, ...slips } = paperSamples;
const requests: PaperRequest[] = Object.values(slips).flatMap((sample) => [
  { ...sample, dots: 384 },
  { ...sample, dots: 576 },
]);

const ours = async (request: PaperRequest) => encodePng(await renderPaper(request));

async function throughSharp({ dots, ...request }: PaperRequest) {
  const sheet = layout(await fillTemplate(request), dots);
  return sharp(Buffer.from(svgOf(sheet)))
    .greyscale()
    .threshold(128)
    .png({ palette: true, colours: 2 })
    .toBuffer();
}

function svgOf({ width, height, placed }: PaperSheet): string {
  const parts = placed.flatMap((part) => {
    if (part.form === 'rule') return `<rect x="0" y="${part.y + 7}" width="${width}" height="2"/>`;
    if (part.form === 'qr') {
      const { squares, dots, x, y } = part;
      const dark = squares.flatMap((row, line) =>
        row.flatMap((isDark, at) =>
          isDark ? [`M${x + at * dots} ${y + (line + 4) * dots}h${dots}v${dots}h-${dots}z`] : [],
        ),
      );
      return `<path d="${dark.join('')}"/>`;
    }
    const [size, base] = part.large ? [40, 42] : [20, 22];
    return part.runs.map(
      ({ x, codes, weight }) =>
        `<text x="${x}" y="${part.y + base}" font-size="${size}" font-weight="${weight === 'bold' ? 800 : 500}" xml:space="preserve">${escapeHtml(String.fromCodePoint(...codes))}</text>`,
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Sans Mono"><rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>`;
}

/** Processor time for one slip (ms). */
async function costOf(
  times: number,
  all: readonly PaperRequest[],
  render: (request: PaperRequest) => Promise<unknown>,
) {
  const begun = process.cpuUsage();
  for (let round = 0; round < times; round++) for (const request of all) await render(request);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000 / times / all.length;
}

await costOf(30, requests, ours);
await costOf(2, requests, throughSharp);
const { rates, ratios } = await pairsOf(
  pairCount,
  () => costOf(rounds * more, requests, ours),
  () => costOf(rounds, requests, throughSharp),
);
const list: PaperRequest = { ...priceList, dots: 576 };
const costs: PaperCosts = {
  ours: rates[0],
  svg: rates[1],
  ratios,
  list: await costOf(200, [list], ours),
  bytes: (await ours(list)).length,
};
console.log(JSON.stringify(costs));
await rm(folder, { recursive: true });
