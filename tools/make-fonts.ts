// Writes the fonts of the browser part and of PDF documents: `node tools/make-fonts.ts`. Run it to update them; the
// results are committed.
//
// The packages' files carry more letters, weights and features than the product uses: a phone loads these before the
// first words. Latin letters of the text are one file, since a heading with letters of two would mix faces while one of
// them loads; Greek and Cyrillic letters load for a page that has some. Headings have one weight and the letters of the
// six languages.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { headingLetters } from '#contract/lib/heading-letters.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const lettersOf = (ranges: readonly (readonly [number, number?])[]) =>
  ranges
    .flatMap(([from, to = from]) =>
      Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
    )
    .join('');

/** The code points of each file; `web/fonts.css` names those that load when needed. */
const inter = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0x17f],
    [0x218, 0x21b],
    [0x2c6],
    [0x2da],
    [0x2dc],
    [0x1e9e],
    [0x2000, 0x206f],
    [0x20a0, 0x20c0],
    [0x2122],
    [0x2190, 0x2193],
    [0x2212],
    [0x2215],
  ],
  greek: [[0x370, 0x3ff]],
  cyrillic: [[0x400, 0x45f], [0x490, 0x491], [0x2116]],
} as const;
const features = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'];

const interPackage = at('../node_modules/inter-ui');
for (const [name, ranges] of Object.entries(inter)) {
  const font = readFileSync(`${interPackage}/variable/InterVariable.woff2`);
  const made = await subsetFont(font, lettersOf(ranges), {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 },
  });
  writeFileSync(at(`../web/fonts/inter-${name}.woff2`), made);
  console.log(`inter-${name}: ${font.length} to ${made.length} bytes`);
}
copyFileSync(`${interPackage}/LICENSE.txt`, at('../web/fonts/inter-license.txt'));

const newsreader = at('../node_modules/@expo-google-fonts/newsreader');
const headings = readFileSync(`${newsreader}/500Medium/Newsreader_500Medium.ttf`);
const made = await subsetFont(headings, headingLetters, { targetFormat: 'woff2', keepFeatures: features });
writeFileSync(at('../web/fonts/newsreader.woff2'), made);
console.log(`newsreader: ${headings.length} to ${made.length} bytes`);
copyFileSync(`${newsreader}/LICENSE_FONT`, at('../web/fonts/newsreader-license.txt'));

/** Of documents: the letters of Latin, Greek and Cyrillic alphabets. A document embeds only those that it uses. */
const documentLetters = lettersOf([
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
]);

const noto = at('../node_modules/@expo-google-fonts/noto-sans');
const documentFonts = at('../server/money/invoices/pdf/fonts');
for (const weight of ['400Regular', '600SemiBold']) {
  const font = readFileSync(`${noto}/${weight}/NotoSans_${weight}.ttf`);
  const made = await subsetFont(font, documentLetters, { targetFormat: 'truetype' });
  writeFileSync(`${documentFonts}/noto-sans-${weight.slice(0, 3)}.ttf`, made);
  console.log(`noto-sans ${weight}: ${font.length} to ${made.length} bytes`);
}
copyFileSync(`${noto}/LICENSE_FONT`, `${documentFonts}/noto-sans-license.txt`);
