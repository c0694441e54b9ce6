// Tests that papers are the same on every machine, that their columns hold, and that nothing in a value is a form.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { paperSamples } from '#server/testing/paper/paper-samples.ts';
import { deflateRows } from './media/deflate-rows.ts';
import { encodePng } from './media/png.ts';
import { paperTypeKeys } from './paper-types.ts';
import { renderPaper, samplePaper } from './render-paper.ts';
import { layout } from './sheet/layout.ts';
import { fillTemplate } from './template/fill-template.ts';

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
const widths = [384, 576] as const;

test('the same paper has the same dots and the same PNG on every machine', async () => {
  const found: Record<string, string> = {};
  for (const [name, sample] of Object.entries(paperSamples)) {
    for (const dots of widths) {
      const paper = await renderPaper({ ...sample, dots });
      assert.deepEqual(paper.missingLetters, [], name);
      found[`${name} ${dots}`] = `${paper.height} ${digest(paper.rows)} ${digest(encodePng(paper))}`;
    }
  }
  assert.deepEqual(found, {
    'latvian 384': '810 a1a0420c4313d1c1 fd300052a564931a',
    'latvian 576': '750 7eb742d8acbfb5e8 26632298bed36e4c',
    'cyrillic 384': '810 08e3643b9a904cd4 649a6ddbc75d8af1',
    'cyrillic 576': '750 58ad6fa1b4ff7eca c2561d5e47c9ca75',
    'greek 384': '522 f746d6ca3a2bd0ab 0032409a2a696232',
    'greek 576': '436 be1ac0f77927b368 244abf9187f86d71',
    'german 384': '768 fcaff057009e637c de306fd0f2697d88',
    'german 576': '708 6f01d45c6a8d59b1 7effcd8519b2f367',
    'priceList 384': '2310 0696e2f36a88a8a0 67811f0400310c63',
    'priceList 576': '1710 2c1c987bbe081481 68f0f1b8d7a99fb3',
  });
});

test('the original of every type prints in every language and width, without a missing letter', async () => {
  for (const typeKey of paperTypeKeys) {
    for (const language of languageKeys) {
      for (const dots of widths) {
        const paper = await renderPaper({ ...samplePaper(typeKey, language), typeKey, language, dots });
        assert.deepEqual(paper.missingLetters, [], `${typeKey} ${language}`);
        assert.equal(paper.rows.length, (dots / 8) * paper.height);
        assert.deepEqual(paper.cuts, [paper.height], `${typeKey} is cut at its end`);
      }
    }
  }
});

/** The texts of a paper's lines, columns with a bar between them. */
async function textOf(template: string, values: Record<string, unknown> = {}, dots: 384 | 576 = 384) {
  const lines = await fillTemplate({ template, typeKey: 'paymentNote', values, language: 'en' });
  const sheet = layout(lines, dots);
  const texts = sheet.placed.map((part) =>
    part.form === 'text'
      ? part.runs.map(({ codes }) => codes.map((code) => (code ? String.fromCodePoint(code) : '□')).join('')).join('|')
      : part.form,
  );
  return { texts, sheet };
}
const note = "\n{{ 'noReceipt' | say }}";

test('the left column wraps at words, the amount stands whole on the first line', async () => {
  const values = { lines: [{ name: 'Waschen, Schneiden und Föhnen für langes Haar', amount: 1234.5 }] };
  const template = `{% for line in lines %}\n{{ line.name }} | {{ line.amount }}\n{% endfor %}${note}`;
  const { texts, sheet } = await textOf(template, values);
  assert.deepEqual(texts.slice(0, 3), ['Waschen, Schneiden|€1,234.50', 'und Föhnen für', 'langes Haar']);
  for (const part of sheet.placed) {
    for (const { x, codes } of part.form === 'text' ? part.runs : []) assert.ok(x >= 0 && x + codes.length * 12 <= 384);
  }
});

test('no letter is lost: long words and columns too wide for each other get lines of their own', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän';
  const values = { customer: word, person: 'Anna', reference: 'A very long reference that reaches over lines' };
  const { texts } = await textOf(`{{ customer }} | {{ person }}\n{{ person }} | {{ reference }}${note}`, values);
  assert.deepEqual(texts.slice(0, 6), [
    word.slice(0, 32),
    word.slice(32),
    'Anna',
    'Anna',
    'A very long reference that',
    'reaches over lines',
  ]);
});

test('a line without a value that has content is left out, and leaves no second rule', async () => {
  const template = `Tel. {{ phone }}\n---\n{{ 'customer' | say }} | {{ customer }}\n\n---\n{{ 'thanks' | say: customer }}${note}`;
  assert.deepEqual((await textOf(template)).texts, ['rule', 'This is not a receipt.']);
  const full = await textOf(template, { phone: '1', customer: 'Anna' });
  assert.deepEqual(full.texts, [
    'Tel. 1',
    'rule',
    'Customer|Anna',
    'rule',
    'Thank you for your visit.',
    'This is not a receipt.',
  ]);
});

test('a copy begins with the word and its number', async () => {
  const sample = { ...samplePaper('note', 'de'), typeKey: 'note', language: 'de', dots: 384 } as const;
  const [original, copy] = [await renderPaper(sample), await renderPaper({ ...sample, copy: 2 })];
  assert.equal(copy.height, original.height + 50);
  assert.equal(translate('de', 'paper.copy', { number: 2 }), 'KOPIE 2');
});

test('unknown letters are boxes and are named once; control characters are nothing', async () => {
  const customer = 'سلام\u001b@\u0007 Zoë 👩‍🔧👩‍🔧 漢\u202e\ue020';
  const { texts, sheet } = await textOf(`{{ customer }}${note}`, { customer });
  assert.equal(texts[0], '□□□□@ Zoë □□ □□');
  assert.deepEqual(sheet.missingLetters, ['س', 'ل', 'ا', 'م', '👩‍🔧', '漢', '\ufffd']);
});

test('a paper without a dot, a wrong value and a list that is too long are refused', async () => {
  const refused = (values: object, code: string) =>
    assert.rejects(
      renderPaper({
        ...samplePaper('paymentNote', 'en'),
        typeKey: 'paymentNote',
        language: 'en',
        dots: 384,
        values: { ...values },
      }),
      ({ complaints }) => {
        assert.deepEqual([complaints[0].key, complaints[0].code], ['Values', code]);
        return true;
      },
    );
  await refused({ total: '12' }, 'paper.problem.kind');
  await refused({ total: Number.NaN }, 'paper.problem.kind');
  await refused({ date: '2026-02-30T' }, 'paper.problem.kind');
  await refused({ customer: 5 }, 'paper.problem.kind');
  await refused({ lines: 'x' }, 'paper.problem.kind');
  await refused({ lines: Array.from({ length: 501 }, () => ({ name: 'a' })) }, 'paper.problem.tooManyRows');
  const empty = { template: '---\n=', typeKey: 'note', values: {}, language: 'en', dots: 384 } as const;
  await assert.rejects(renderPaper(empty), ({ complaints }) => complaints[0].code === 'paper.problem.noInk');
  const code = { ...empty, template: '[qr] {{ text }}', values: { text: 'x'.repeat(3_000) } };
  await assert.rejects(renderPaper(code), ({ complaints }) => complaints[0].code === 'paper.problem.codeTooLong');
});

test('templates of other editors print the same: with a mark, ends of lines of Windows, accents apart', async () => {
  const { values } = samplePaper('dayList', 'lv');
  const template = `Pieraksti ģ ū š\n---\n{% for visit in visits %}\n  {{ visit.time }}\n{% endfor %}\n=`;
  const render = (text: string) =>
    renderPaper({ template: text, typeKey: 'dayList', values, language: 'lv', dots: 384 });
  const [ours, theirs] = [
    await render(template),
    await render(`\ufeff${template.normalize('NFD').replaceAll('\n', '\r\n')}`),
  ];
  assert.deepEqual(theirs, ours);
  assert.deepEqual(theirs.missingLetters, []);
});

test('huge values are refused before they take memory or time', async () => {
  const render = (text: string) =>
    renderPaper({ template: '{{ text }}', typeKey: 'note', values: { text }, language: 'lv', dots: 576 });
  for (const text of ['x\n'.repeat(24_000), 'x'.repeat(60_000), '\n'.repeat(60_000)]) {
    await assert.rejects(render(text), ({ complaints }) => complaints[0].code === 'paper.problem.paperTooLong');
  }
  assert.ok((await render('x'.repeat(50_000))).height > 30_000, 'one long word is broken');
});

test('capitals are those of the language', async () => {
  const filled = async (language: string, title: string) => {
    const request = { template: '{{ title | upcase }}', typeKey: 'note', language, values: { title } } as const;
    const [line] = await fillTemplate(request);
    return line?.form === 'text' ? line.left.text : '';
  };
  assert.deepEqual([await filled('el', 'Καΐρι ß'), await filled('tr', 'izmir')], ['ΚΑΪΡΙ SS', 'İZMİR']);
});

test('a code has the exact text, with empty lines and ends of lines', async () => {
  const link = 'BCD\n002\n1\nSCT\n\nDaybook  SIA\nLV80BANK0000435195001\nEUR49.00\n\n2026-000123';
  const request = { template: '[qr] {{ link }}', typeKey: 'invoiceNotice', language: 'lv', values: { link } } as const;
  const [line] = await fillTemplate(request);
  assert.deepEqual(line, { form: 'qr', text: link });
});

test('zlib reads the rows that are compressed without it', () => {
  for (const rowLength of [49, 73]) {
    const rows = new Uint8Array(rowLength * 60).map((_, at) =>
      at % 7 === 0 ? (at * 31) & 0xff : at > 2_000 ? 0 : 0xff,
    );
    for (const data of [rows, rows.subarray(0, 2), rows.subarray(0, 0), new Uint8Array(200_000)]) {
      assert.deepEqual(new Uint8Array(inflateSync(deflateRows(data, rowLength))), Uint8Array.from(data));
    }
  }
});
