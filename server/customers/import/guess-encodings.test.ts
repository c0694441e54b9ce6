// Tests of guessing encodings by random lists of names: each letter is compared, and the encodings of old Macs are
// preferred nowhere else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { seededRandom } from '#server/demo/random.ts';
import { decode } from './decode.ts';

const names: Record<string, string[]> = {
  en: ['Zoë O’Brien', 'Renée D’Arcy', 'Chloé Brontë', 'Siân Rhys', 'Seán Byrne', 'André “Andy” Cox'],
  de: ['Jörg Müller', 'Änne Groß', 'Käthe Schäfer', 'Björn Weiß', 'Günther Böhm', 'Özlem Übele', 'Jürgen Grün'],
  fr: ['Benoît Lefèvre', 'Élodie Garçon', 'Zoë Noël', 'Anaïs D’Hérouville', 'Françoise Château', 'Jérôme Bœuf'],
  es: ['María García', 'Begoña Núñez', 'José Ibáñez', 'Ángel Martín', 'Óscar Güell', 'Mª Inés Peña', 'Úrsula Ávila'],
  it: ['Niccolò Forlì', 'Mosè Cantù', 'Nicolò D’Àngelo', 'Giosuè Sordà', 'Noè Balò', 'Desirée Foà'],
  nl: ['Daniëlle Faïd', 'Zoë Coördes', 'Renée de Haën', 'Noëlle Ruïne', 'André Boëth', 'Loïs Geïnt'],
  lv: ['Jānis Bērziņš', 'Ģirts Kļaviņš', 'Žanete Šķēle', 'Līga Ūdre', 'Kārlis Ķīsis', 'Čiekurs Ēriks', 'Zaiga Rīte'],
  lt: ['Jonas Žukauskas', 'Rūta Čepaitė', 'Ąžuolas Šimkus', 'Eglė Grigaitytė', 'Jūratė Ivaškevičiūtė', 'Ėmilija Įsė'],
  pl: ['Łukasz Żak', 'Małgorzata Wiśniewska', 'Stanisław Dąbrowski', 'Zofia Wójcik', 'Paweł Kamiński', 'Żaneta Źrebię'],
};
/** Of each encoding, the languages whose letters it has. */
const windows: Record<string, string[]> = {
  'windows-1252': ['en', 'de', 'fr', 'es', 'it', 'nl'],
  'windows-1250': ['de', 'pl'],
  'windows-1257': ['de', 'lv', 'lt'],
};
const macintosh: Record<string, string[]> = {
  macroman: ['en', 'de', 'fr', 'es', 'it', 'nl'],
  maccenteuro: ['de', 'lv', 'lt', 'pl'],
};
const runs = 40;

/** Random lists of the names, in the encoding. */
function* lists(language: string, charset: string, least: number) {
  const random = seededRandom(37);
  for (let run = 0; run < runs; run++) {
    const count = random.integer(least, 12);
    const lines = Array.from({ length: count }, (_, n) => `${random.pick(names[language] ?? [])};${n}@example.org`);
    const text = `Name;E-Mail\n${lines.join('\n')}\n`;
    const bytes = iconv.encode(text, charset);
    assert.equal(iconv.decode(bytes, charset), text, 'the encoding has these letters');
    yield { text, bytes };
  }
}

for (const [charset, languages] of Object.entries({ ...windows, ...macintosh })) {
  test(`every letter of names in ${charset} is right in a company of their language, also of one name`, () => {
    for (const language of languages) {
      for (const { text, bytes } of lists(language, charset, 1)) assert.equal(decode(bytes, [language]).text, text);
    }
  });

  test(`every letter of several names in ${charset} is right in a company of any language, or offered`, () => {
    for (const language of languages) {
      let wrong = 0;
      for (const { text, bytes } of lists(language, charset, 4)) {
        for (const other of Object.keys(names)) {
          const read = decode(bytes, [other]);
          if (read.text === text) continue;
          wrong++;
          const offered = read.charsets.slice(0, 4).map((one) => decode(bytes, [other], one.charset).text);
          assert.ok(offered.includes(text), `${language} in ${other}: ${read.text}`);
        }
      }
      assert.ok(wrong <= (runs * Object.keys(names).length) / 100, `${language}: ${wrong} lists were guessed wrong`);
    }
  });
}

for (const [charset, languages] of Object.entries(windows)) {
  test(`names in ${charset} are never read as those of an old Mac`, () => {
    for (const language of languages) {
      for (const { bytes } of lists(language, charset, 1)) {
        for (const other of Object.keys(names)) {
          const guessed = decode(bytes, [other]);
          assert.doesNotMatch(guessed.charset, /^mac/, `${language} in ${other}: ${guessed.text}`);
        }
      }
    }
  });
}

test('what people type around words and amounts shows the encoding, too', () => {
  const texts: [string, string][] = [
    ['windows-1252', 'Name\nO’Brien\nD’Arcy\n'],
    ['macroman', 'Name\nO’Brien\nD’Arcy\n'],
    ['windows-1252', 'Notes\n“VIP” since 2020…\n'],
    ['macroman', 'Notes\n“VIP” since 2020…\n'],
    ['windows-1252', 'Note\n10:00 – 12:00, don’t call\n'],
    ['windows-1252', 'Notiz\n„Stammkundin“ – bitte nicht anrufen\n'],
  ];
  for (const [charset, text] of texts) assert.equal(decode(iconv.encode(text, charset), ['en']).text, text, charset);
  const euro = Buffer.from('Preis\nab 39,00 \xdb\n', 'latin1');
  assert.equal(decode(euro, ['de']).text, 'Preis\nab 39,00 €\n');
});

test('letters of the Balkans and of Iceland in the encodings of their Macs', () => {
  const texts: [string, string][] = [
    ['maccroatian', 'Đorđe Kovačević\nŽeljka Šarić\nMišo Ćosić\n'],
    ['macromania', 'Ştefan Ţurcanu\nIonuţ Băsescu\nMihăiţă Şuşu\n'],
    ['maciceland', 'Guðrún Þórðardóttir\nÁsgeir Þór\nÝmir Sæmundsson\n'],
  ];
  for (const [charset, text] of texts) assert.equal(decode(iconv.encode(text, charset), []).text, text, charset);
});
