// Tests that every format carries exactly the rows and cuts of a paper, and nothing that a printer would obey.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { paperSamples } from '#server/testing/paper/paper-samples.ts';
import { paperReaders } from '#server/testing/paper/read-paper.ts';
import { type RenderedPaper, renderPaper } from '../render-paper.ts';
import { type CutRows, splitPaper } from '../sheet/split-paper.ts';
import { type PaperMedium, paperMedia } from './paper-media.ts';

const media = Object.keys(paperMedia) as PaperMedium[];
const papers: [name: string, paper: RenderedPaper][] = [];
for (const [name, sample] of Object.entries(paperSamples)) {
  for (const dots of [384, 576] as const) papers.push([`${name} ${dots}`, await renderPaper({ ...sample, dots })]);
}

/** Paper that no letter looks like: every byte, rows that repeat often, and two cuts. */
function noise(width: number, height: number): CutRows {
  const rows = new Uint8Array((width / 8) * height).map((_, at) =>
    at < 12_000 ? (at * 7) & 0xff : at < 40_000 ? (at % 5 === 0 ? 27 : 29) : 0,
  );
  return { rows, width, height, cuts: [250, 251, height], starts: [] };
}

for (const medium of media) {
  test(`${medium} decodes to the same rows and cuts`, () => {
    const all = [...papers, ['noise 384', noise(384, 1_500)], ['noise 576', noise(576, 1_500)]] as [string, CutRows][];
    for (const [name, paper] of all) {
      const printed = paperReaders[medium](paperMedia[medium].encode(paper));
      assert.deepEqual([printed.width, printed.height], [paper.width, paper.height], name);
      assert.ok(Buffer.from(printed.rows).equals(paper.rows), name);
      assert.deepEqual(printed.cuts, medium === 'png' ? [] : paper.cuts, name);
    }
  });
}

test('paper without a cut is fed instead', () => {
  const { cuts: _, ...sheet } = noise(384, 300);
  for (const medium of media.filter((one) => one !== 'png')) {
    const printed = paperReaders[medium](paperMedia[medium].encode({ ...sheet, cuts: [] }));
    assert.deepEqual([printed.height, printed.cuts], [300, []]);
  }
});

test('another reader of PNG sees the same dots, at 203 dots an inch', async () => {
  const [, paper] = papers[0] as (typeof papers)[number];
  const image = sharp(paperMedia.png.encode(paper));
  const { density } = await image.metadata();
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels, density], [paper.width, paper.height, 1, 203]);
  const wrong = data.findIndex((grey, at) => (grey === 0) !== (((paper.rows[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) > 0);
  assert.equal(wrong, -1);
});

test('a long paper is divided between lines, and its parts are the paper', () => {
  for (const [name, paper] of papers) {
    for (const maxHeight of [400, 1_000]) {
      const parts = splitPaper(paper, maxHeight);
      assert.ok(Buffer.concat(parts.map(({ rows }) => rows)).equals(paper.rows), name);
      assert.ok(
        parts.every(({ height }) => height > 0 && height <= maxHeight),
        name,
      );
      let top = 0;
      for (const part of parts) {
        assert.ok(top === 0 || paper.starts.includes(top), `${name}: a part begins with a line`);
        assert.equal(part.cuts.length, part === parts.at(-1) ? 1 : 0, name);
        top += part.height;
      }
    }
  }
  const high = splitPaper(noise(384, 1_000), 300);
  assert.deepEqual(
    high.map(({ height, cuts }) => [height, cuts]),
    [
      [300, [250, 251]],
      [300, []],
      [300, []],
      [100, [100]],
    ],
  );
});
