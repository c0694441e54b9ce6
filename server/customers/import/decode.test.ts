// Tests of guessing encodings: every letter of names in files as programs of each country write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { decode } from './decode.ts';

const names: Record<string, string> = {
  cs: 'Novák;Jiří\nDvořák;Šárka\nSvobodová;Žofie\nČerný;Matěj\nProcházka;Růžena\nKučera;Ondřej\n',
  hu: 'Nagy;Erzsébet\nSzabó;Győző\nTóth;Gergő\nKővári;Zsófia\nFekete;Jenő\nSzűcs;Béla\nHorváth;Ödön\n',
  pl: 'Łukasz;Żak\nMałgorzata;Wiśniewska\nStanisław;Dąbrowski\nZofia;Wójcik\nPaweł;Kamiński\n',
  de: 'Müller;Jörg\nMüller;Änne\nGroß;Käthe\n',
  es: 'María;García López\nNúñez;Begoña\n',
  fr: 'Benoît;Lefèvre\nÉlodie;Garçon\n',
  da: 'Søren;Kjærgård\nÅse;Bø\n',
  lv: 'Jānis;Bērziņš\nĢirts;Kļaviņš\nŽanete;Šķēle\n',
  lt: 'Jonas;Žukauskas\nRūta;Čepaitė\nĄžuolas;Šimkus\nEglė;Grigaitytė\n',
  et: 'Õie;Pärn\nJüri;Šmidt\n',
  tr: 'Yılmaz;Ayşe\nÇelik;Gülşen\nDoğan;İbrahim\n',
  ru: 'Смирнова;Ольга\nИванов;Пётр\nЩербакова;Наталья\n',
  uk: 'Олексій;Іваненко\nЇжак;Юрій\n',
  el: 'Παπαδόπουλος;Γιώργος\n',
};
const encodings: Record<string, string[]> = {
  'windows-1250': ['cs', 'hu', 'pl'],
  cp852: ['cs', 'hu', 'pl'],
  maccenteuro: ['cs', 'hu', 'pl'],
  'iso-8859-2': ['cs', 'hu', 'pl'],
  'windows-1252': ['de', 'es', 'fr', 'da'],
  macroman: ['de', 'es', 'fr', 'da'],
  cp850: ['de', 'es', 'fr', 'da'],
  'windows-1257': ['lv', 'lt', 'et'],
  cp775: ['lv', 'lt', 'et'],
  'windows-1254': ['tr'],
  cp857: ['tr'],
  macturkish: ['tr'],
  'windows-1251': ['ru', 'uk'],
  cp866: ['ru'],
  'koi8-r': ['ru'],
  'koi8-u': ['uk'],
  'iso-8859-5': ['ru'],
  'windows-1253': ['el'],
  cp737: ['el'],
  macgreek: ['el'],
  'utf-8': Object.keys(names),
  'utf-16le': ['de', 'ru', 'lv'],
  'utf-16be': ['de', 'ru', 'lv'],
};

for (const [charset, languages] of Object.entries(encodings)) {
  test(`names in ${charset} keep every letter, whatever the language of the company`, () => {
    for (const language of languages) {
      const text = `Name;Surname\n${names[language]}`;
      assert.equal(decode(iconv.encode(text, charset), []).text, text, language);
    }
  });
}

test('a single name is read in the language of the country', () => {
  const bytes = iconv.encode('Erdős', 'windows-1250');
  assert.equal(decode(bytes, ['hu']).text, 'Erdős');
  assert.equal(decode(iconv.encode('Jürgen', 'macroman'), ['de']).text, 'Jürgen');
});

test('a few names of several countries are not those of Asia', () => {
  const text = 'Vorname;Nachname\nJörg;Müller\nÄnne;Groß\nMaÿ;Çelik\n';
  assert.equal(decode(iconv.encode(text, 'macroman'), ['de']).text, text);
  const names = '氏名\n山田 花子\nVIP様\n';
  assert.equal(decode(iconv.encode(names, 'shift_jis'), ['lv']).text, names);
});

test('the likely encodings are offered with words that show them, and the choice is taken', () => {
  const bytes = iconv.encode(`Name\n${names.es}`, 'windows-1252');
  const { charset, charsets } = decode(bytes, ['es']);
  assert.equal(charset, 'windows-1252');
  assert.deepEqual(charsets[0], { charset, sample: 'María, García, López, Núñez, Begoña' });
  assert.equal(new Set(charsets.map(({ sample }) => sample)).size, charsets.length);
  assert.match(decode(bytes, ['es'], 'windows-1251').text, /Marнa/);
  assert.equal(decode(bytes, ['es'], 'no such encoding').charset, 'windows-1252');
});

test('UTF-8 with single bytes of another encoding is decoded byte by byte there alone', () => {
  const bytes = Buffer.concat([Buffer.from(`\ufeff${names.de}`), iconv.encode('Jürgen;Weiß\n', 'windows-1252')]);
  const { charset, text } = decode(bytes, ['de']);
  assert.deepEqual([charset, text], ['utf-8', `${names.de}Jürgen;Weiß\n`]);
});

test('a few lines of another encoding, and amounts with the sign of their currency', () => {
  const mixed = Buffer.concat([Buffer.from('Müller\nSchäfer\n'), iconv.encode('Größe\n', 'windows-1252')]);
  assert.equal(decode(mixed, ['de']).text, 'Müller\nSchäfer\nGröße\n');
  for (const text of ['Taglio;€ 35,00\nColore;60,00 €\n', 'Schnitt;ab 39,00 €\nNägel;25 €\n']) {
    assert.equal(decode(iconv.encode(text, 'windows-1252'), ['it']).text, text);
  }
});
