// The map without the internet: the street map of the operator's own file, and the bundled atlas.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { writeStreetTiles } from '#server/testing/files/street-tiles.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { zone } from './lib/staff.ts';

const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
const wide = { ...widths.wide, timezoneId: zone };
const riga = (zoom: number) => `/?at=56.9512,24.1134,${zoom}`;

/** How many pixels of the map are of this colour, but for rounding. */
async function countPixels(page: Page, [red, green, blue]: [number, number, number]): Promise<number> {
  const { data } = await sharp(await page.locator('.map-view').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const isNear = (channel: number, value: number) => Math.abs((data[at + channel] ?? 0) - value) <= 2;
    if (isNear(0, red) && isNear(1, green) && isNear(2, blue)) count++;
  }
  return count;
}

/** Waits until the map has drawn at least so many pixels of a colour. */
async function assertDrawn(page: Page, what: string, colour: [number, number, number], min: number): Promise<void> {
  let count = 0;
  for (let tries = 0; tries < 40 && count < min; tries++) {
    count = await countPixels(page, colour);
    if (count < min) await page.waitForTimeout(250);
  }
  assert.ok(count >= min, `${what}: ${count} pixels`);
}

async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  await page.waitForTimeout(1500);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForTimeout(2500);
    await page.locator('.map-view').screenshot({ path: `${process.env.SHOTS}/${name}-${scheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('with MAP_TILES, streets are drawn in both schemes without a request to any other host, and the atlas beyond them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-tiles-'));
  try {
    const MAP_TILES = join(folder, 'town.pmtiles');
    await writeStreetTiles(MAP_TILES);
    await using daybook = await openApp({ MAP_TILES });
    const page = await browser.visit(`${daybook.url}/healthz`, wide);
    const hosts = new Set<string>();
    const ranges: number[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('response', (answer) => {
      if (answer.url().includes('/tiles/')) ranges.push(answer.status());
    });
    await page.goto(daybook.url + riga(14));
    await page.locator('.map-view[data-base=online]').waitFor();
    await assertDrawn(page, 'the highway', [237, 216, 182], 300);
    await assertDrawn(page, 'streets', [255, 255, 255], 3000);
    await page.getByText('Invented town').waitFor();
    assert.deepEqual([...hosts], [new URL(daybook.url).host, ''].slice(0, hosts.size), 'only this host, and blobs');
    assert.ok(ranges.length >= 2 && ranges.every((status) => status === 206), String(ranges));
    await axeBothSchemes(page, 'street map');
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertDrawn(page, 'the highway at night', [107, 91, 64], 300);
    await shot(page, 'map-tiles-14');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(daybook.url + riga(6));
    await assertDrawn(page, 'the sea beyond the file', [217, 226, 232], 3000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('without tiles, the map names the towns around, and those beyond its edge with their distance', async () => {
  await using daybook = await openApp();
  const page = await browser.visit(daybook.url + riga(14), wide);
  await page.locator('.map-view[data-base=offline]').waitFor();
  await page.locator('.map-beyond-town').first().waitFor();
  // Read at once: the map may draw its labels again at any time, for example when its results arrive.
  const [map, labels] = await page.evaluate(() => {
    const box = (element: Element | null) => element?.getBoundingClientRect().toJSON() as DOMRect;
    const beyond = [...document.querySelectorAll('.map-beyond-town')];
    return [
      box(document.querySelector('.map-view')),
      beyond.map((label) => ({ text: label.textContent, box: box(label) })),
    ] as const;
  });
  assert.ok(labels.length >= 2 && labels.every(({ text }) => /\d km$/.test(text)), JSON.stringify(labels));
  for (const { text, box } of labels) {
    assert.ok(box.left >= map.left && box.right <= map.right, `${text} is whole`);
    assert.ok(box.top >= map.top && box.bottom <= map.bottom, `${text} is whole`);
  }
  await shot(page, 'map-offline-14');
  // Burtnieks, far from the sea.
  await page.goto(`${daybook.url}/?at=57.75,25.25,7.7`);
  await assertDrawn(page, 'a lake', [217, 226, 232], 300);
  for (const zoom of process.env.SHOTS ? [10, 8, 6] : []) {
    await page.goto(daybook.url + riga(zoom));
    await page.locator('.map-view[data-base=offline]').waitFor();
    await shot(page, `map-offline-${zoom}`);
  }
});
