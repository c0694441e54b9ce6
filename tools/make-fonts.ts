// Writes the fonts of the browser part and of PDF documents: `node tools/make-fonts.ts`. Run it to update them; the
// results are committed.
//
// The packages' files carry more letters and weights than the product uses: these have half the bytes, which a phone
// loads before the first words. A second file has the letters of other Latin alphabets; a browser loads it only for a
// page that has one of them.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const families = [
  { name: 'inter', weights: { min: 400, max: 700 } },
  { name: 'newsreader', weights: { min: 400, max: 600 } },
];
/** The code points of the two files; `web/fonts.css` names the same. */
const files = [
  {
    name: 'latin',
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xff],
      [0x131],
      [0x152, 0x153],
      [0x2c6],
      [0x2da],
      [0x2dc],
      [0x2000, 0x206f],
      [0x20ac],
      [0x2122],
      [0x2190, 0x2193],
      [0x2212],
      [0x2215],
    ],
  },
  {
    name: 'latin-ext',
    ranges: [
      [0x100, 0x130],
      [0x132, 0x151],
      [0x154, 0x17f],
      [0x218, 0x21b],
      [0x300, 0x304],
      [0x306, 0x30c],
      [0x326, 0x328],
      [0x1e9e],
      [0x20a0, 0x20ab],
      [0x20ad, 0x20c0],
    ],
  },
] as const;

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

for (const { name, weights } of families) {
  const source = at(`../node_modules/@fontsource-variable/${name}`);
  for (const file of files) {
    const font = readFileSync(`${source}/files/${name}-${file.name}-wght-normal.woff2`);
    const letters = file.ranges.flatMap(([from, to = from]) =>
      Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
    );
    const made = await subsetFont(font, letters.join(''), { targetFormat: 'woff2', variationAxes: { wght: weights } });
    writeFileSync(at(`../web/fonts/${name}-${file.name}.woff2`), made);
    console.log(`${name}-${file.name}: ${font.length} to ${made.length} bytes`);
  }
  copyFileSync(`${source}/LICENSE`, at(`../web/fonts/${name}-license.txt`));
}

/** Of documents: the letters of Latin, Greek and Cyrillic alphabets. A document embeds only those that it uses. */
const documentLetters = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2b0, 0x377],
  [0x37a, 0x52f],
  [0x1e00, 0x1fff],
  [0x2010, 0x205e],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
  [0x2190, 0x2193],
  [0x2212],
  [0x2215],
  [0xfffd],
].flatMap(([from = 0, to = from]) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
);

const noto = at('../node_modules/@expo-google-fonts/noto-sans');
const documentFonts = at('../server/money/invoices/pdf/fonts');
for (const weight of ['400Regular', '600SemiBold']) {
  const font = readFileSync(`${noto}/${weight}/NotoSans_${weight}.ttf`);
  const made = await subsetFont(font, documentLetters.join(''), { targetFormat: 'truetype' });
  writeFileSync(`${documentFonts}/noto-sans-${weight.slice(0, 3)}.ttf`, made);
  console.log(`noto-sans ${weight}: ${font.length} to ${made.length} bytes`);
}
copyFileSync(`${noto}/LICENSE_FONT`, `${documentFonts}/noto-sans-license.txt`);
