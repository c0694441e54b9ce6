// Tests of PDF documents of invoices: what they say equals the rows, in any letters and of any length, for people and
// programs.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { fixedEuroFormat } from '#contract/lib/money.ts';
import { languageKeys, localeOf, messagesUnder } from '#server/lib/i18n.ts';
import { buildDocument, pdfRequest, xmlFor } from '#server/testing/build/document.ts';
import { assertPdfA } from '#server/testing/pdf/pdf-a.ts';
import { readPdf, unpackStreams } from '#server/testing/pdf/read-pdf.ts';
import { type InvoiceDocument, toPay } from './invoice-document.ts';
import { makePdf } from './make-pdf.ts';
import { renderPdf } from './render-pdf.ts';

async function read(document: InvoiceDocument, language = 'en') {
  const request = pdfRequest(document, language);
  const bytes = await renderPdf(request);
  assertPdfA(bytes, request.xml);
  return readPdf(bytes);
}

/** As the document writes them. */
function amounts(document: InvoiceDocument, language: string): string[] {
  const format = fixedEuroFormat(localeOf(language));
  const { lines, net, vatTotal, grandTotal, vat } = document;
  const sums = [net, vatTotal, grandTotal, toPay(document), ...vat.flatMap((one) => [one.basis, one.vat])];
  const shown = [...lines.flatMap((line) => [line.net, line.unitPrice ?? line.net]), ...sums];
  return shown.map((cents) =>
    format
      .format(cents / 100)
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .replace('-', '−'),
  );
}

test('every amount of the document is written, in all languages', async () => {
  for (const language of languageKeys) {
    const document = buildDocument({ nets: [2900, 1234567, 5, 333], fromBalance: 100 });
    const { text, language: said, metadata } = await read(document, language);
    for (const amount of amounts(document, language))
      assert.ok(text.includes(amount), `${language}: ${amount} in ${text}`);
    assert.equal(said, language);
    assert.match(metadata, /INV-000012/);
  }
});

test('an invoice with two rates of VAT names the rate of each line, and has a row of the table for each', async () => {
  const { text } = await read(buildDocument({ nets: [3000, 7000], otherRate: 2200 }));
  for (const rate of [/VAT 21%/, /VAT 22%/, /21%\s*€30\.00\s*€6\.30/, /22%\s*€70\.00\s*€15\.40/])
    assert.match(text, rate);
  const { text: plain } = await read(buildDocument({ nets: [3000, 7000] }));
  assert.doesNotMatch(plain, /VAT 21%/);
});

test('a credit note and reverse charge say so', async () => {
  const note = buildDocument({ kind: 'creditNote', category: 'AE' });
  const { text } = await read(note);
  for (const amount of amounts(note, 'en').filter((one) => one !== '€0.00')) assert.ok(text.includes(amount), amount);
  assert.match(text, /Credit note/);
  assert.match(text, /INV-000011/);
  assert.match(text, /Reverse charge/);
  assert.doesNotMatch(text, /transfer/);
  const paid = await read(buildDocument({ fromBalance: 3509 }));
  assert.match(paid.text, /The balance has paid this invoice/);
});

test('a German credit note is called Stornorechnung: a “Gutschrift” is an invoice that the buyer writes', async () => {
  const { text } = await read(buildDocument({ kind: 'creditNote' }), 'de');
  assert.match(text, /Stornorechnung\s*CN-000003/);
  assert.match(text, /Diese Stornorechnung hebt die Rechnung auf/);
  for (const area of ['invoiceDocument', 'list.invoices', 'mail']) {
    const words = [...messagesUnder('de', area).values()].join('\n');
    assert.match(words, /Stornorechnung/, area);
    assert.doesNotMatch(words, /Gutschrift/, area);
  }
});

test('it is PDF/A-3a with a structure, a language, a title and the XML as an alternative', async () => {
  const request = pdfRequest(buildDocument({ seller: { name: 'Tom & <Co>' } }), 'de');
  const bytes = await renderPdf(request);
  const { raw, metadata, isTagged, structure, files, language } = await readPdf(bytes);
  assert.ok(isTagged);
  assert.equal(language, 'de');
  assert.match(raw, /\/DisplayDocTitle true/);
  assert.match(raw, /\/AFRelationship \/Alternative/);
  assert.match(raw, /\/AF \[\d+ 0 R\]/);
  assert.match(raw, /\/OutputIntents/);
  assert.match(raw, /\/Subtype \/text#2Fxml/);
  assert.match(metadata, /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</);
  assert.match(metadata, /<fx:ConformanceLevel>EN 16931</);
  assert.match(metadata, /<fx:DocumentFileName>factur-x.xml</);
  assert.match(metadata, /<rdf:li xml:lang="x-default">Rechnung INV-000012</);
  assert.match(metadata, /Tom &#38; &#60;Co&#62;/);
  assert.equal(files.get('factur-x.xml'), request.xml);
  assert.deepEqual([...files.keys()], ['factur-x.xml']);
  const counts = Map.groupBy(structure, (role) => role);
  const count = (role: string) => counts.get(role)?.length ?? 0;
  assert.deepEqual([count('H1'), count('H2'), count('Figure')], [1, 1, 1]);
  assert.ok(count('Table') >= 3 && count('TH') >= 4 + 1 + 3 && count('TD') >= 3 && count('P') > 5);
  assert.match(raw, /\/Alt \(/);
  assert.match(raw, /\/Scope \/Column/);
  // Everything that is drawn is part of the structure, or an artifact.
  const drawn = unpackStreams(bytes);
  assert.equal([...drawn.matchAll(/BDC|BMC/g)].length, [...drawn.matchAll(/EMC/g)].length);
  assert.doesNotMatch(drawn.replaceAll(/(BDC|BMC)[\s\S]*?EMC/g, ''), /Tj|TJ| re\n/);
});

test('1 and 60 lines are PDF/A-3 in every language', async () => {
  for (const language of languageKeys) {
    for (const count of [1, 60]) {
      const nets = Array.from({ length: count }, (_, index) => 1_000 + index);
      const { pages } = await read(buildDocument({ nets }), language);
      assert.equal(pages.length > 1, count > 1);
    }
  }
});

test('names of 60 letters, Cyrillic, Greek and Latvian are written; other scripts are boxes and are named once', async () => {
  const long = `Żółć Ēriks ${'Wwwwwwwwww'.repeat(5)}`.slice(0, 60);
  assert.equal(long.length, 60);
  const names = [long, 'Ελληνικό Κομμωτήριο Αθήνας', 'Салон красоты «Ёжик» Київ', 'Skaistumkopšana Ķīšezerā ģļņč'];
  for (const name of names) {
    const { text } = await read(buildDocument({ buyer: { name }, seller: { name } }));
    assert.ok(text.replaceAll(/\s/g, '').includes(name.replaceAll(/\s/g, '')), text);
    assert.doesNotMatch(text, /shown as a box/);
  }
  const mixed = { name: 'Rosa 💇‍♀️ صالون \u0000\u0007\u202e 美容', address: 'صالون 1\nBerlin' };
  const { text, raw } = await read(buildDocument({ buyer: mixed }));
  assert.match(text, /Rosa/);
  const notes = [...text.matchAll(/Letters of these scripts are shown as a box: (.*?)\./g)];
  assert.equal(notes.length, 1);
  assert.match(notes[0]?.[1] ?? '', /Emoji/);
  assert.match(notes[0]?.[1] ?? '', /Arabic/);
  assert.match(notes[0]?.[1] ?? '', /Han/);
  // Programs that read aloud get the text that the boxes replace.
  assert.match(raw, /\/ActualText/);
});

test('500 lines go over pages with repeated heads and numbers, and no row is lost or broken', async () => {
  const nets = Array.from({ length: 500 }, (_, index) => 100_001 + index * 7);
  const document = buildDocument({ nets });
  const { pages, text, raw } = await read(document);
  assert.ok(pages.length > 20);
  for (const [index, page] of pages.entries()) assert.ok(page.includes(`Page ${index + 1} of ${pages.length}`));
  for (const page of pages.slice(1, -1)) assert.match(page, /Description/);
  for (const amount of amounts(document, 'en')) assert.ok(text.includes(amount), amount);
  for (const [index, page] of pages.entries()) {
    // The name of a line and its amount stand on the same page.
    const lines = [...page.matchAll(/Monthly price|More employees|More locations|SMS/g)].length;
    const periods = [...page.matchAll(/1 – 31 Mar 2026/g)].length - (index === 0 ? 1 : 0);
    assert.equal(lines, periods);
  }
  assert.equal([...raw.matchAll(/\/S \/THead/g)].length, 1);
});

test('the worker thread gives the same bytes and hashes for the same document, and outlives a failure', async () => {
  const document = buildDocument();
  const broken = { ...document, lines: null } as unknown as InvoiceDocument;
  const [first, failed, second] = await Promise.allSettled([
    makePdf(document, 'lv'),
    makePdf(broken, 'lv'),
    makePdf(document, 'lv'),
  ]);
  assert.equal(failed.status, 'rejected');
  assert.ok(first.status === 'fulfilled' && second.status === 'fulfilled');
  assert.deepEqual(first.value.pdf, second.value.pdf);
  assert.deepEqual(first.value.pdfHash, hash('sha256', first.value.pdf, 'buffer'));
  assert.deepEqual(first.value.xmlHash, hash('sha256', xmlFor(document, 'lv'), 'buffer'));
});
