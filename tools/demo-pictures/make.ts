// Renders the demo's drawings to server/demo/pictures/: `node tools/demo-pictures/make.ts`. The results are committed,
// which keeps the first start fast.
import { mkdir, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { bannerSize, square } from '#server/demo/picture-sizes.ts';
import { banners } from './draw-banner.ts';
import { drawPortrait } from './draw-portrait.ts';
import { rooms } from './draw-room.ts';
import { portraits } from './portraits.ts';

const folder = new URL('../../server/demo/pictures/', import.meta.url);

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, person] of Object.entries(portraits))
  await render(`portrait-${name}`, drawPortrait(person), square.width);
for (const [name, drawing] of Object.entries(rooms)) await render(`room-${name}`, drawing, square.width);
for (const [name, drawing] of Object.entries(banners)) await render(`banner-${name}`, drawing, bannerSize.width);

async function render(name: string, drawing: string, width: number): Promise<void> {
  const file = new URL(`${name}.webp`, folder).pathname;
  const { size } = await sharp(Buffer.from(drawing)).resize({ width }).webp({ quality: 88, effort: 6 }).toFile(file);
  console.log(`${name}.webp ${size}`);
}
