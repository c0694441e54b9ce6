// Writes the icons of the installed application from the icon of the site: `node tools/make-icons.ts`. Run it after a
// change of web/public/favicon.svg; the results are committed.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const at = (path: string) => fileURLToPath(new URL(`../web/public/${path}`, import.meta.url));
const source = readFileSync(at('favicon.svg'));
const paper = '#FCFBF8';
const clear = { r: 0, g: 0, b: 0, alpha: 0 };

mkdirSync(at('app'), { recursive: true });
for (const size of [192, 512]) {
  await write(`app/icon-${size}.png`, { size, share: 1, background: clear });
  // A maskable icon may be cut to a circle of four fifths of its width.
  await write(`app/icon-maskable-${size}.png`, { size, share: 0.6, background: paper });
}

async function write(path: string, icon: { size: number; share: number; background: typeof clear | string }) {
  const { size, share, background } = icon;
  const inner = Math.round(size * share);
  const drawing = await sharp(source, { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawing, gravity: 'centre' }])
    .png({ palette: true })
    .toFile(at(path));
}
