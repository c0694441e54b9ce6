// Random names, with forms, tags, control bytes and escape sequences in them, print as text and change nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '#contract/testing/random-cases.ts';
import { layout } from './sheet/layout.ts';
import { fillTemplate } from './template/fill-template.ts';

const template = `{{ company }}
# {{ company }}
**{{ company }}**
> {{ company }}
> # **{{ location }}**
{{ company }} | {{ location }}
**{{ company }} | {{ location }}**
{{ company }}{{ location }}
{% for visit in visits %}
{{ visit.customer }} | {{ visit.note }}
{{ visit.note }}
{% endfor %}
{{ address }}
=`;

const pieces = [
  ...['# ', '**', '> ', '---', ' | ', '|', '[qr] ', '=', '==', '![a](b)', '## ', '[x] '],
  ...['{{ company }}', '{% for %}', '{% endfor %}', '{{', '}}', "{{ 'total' | say }}", '{command:p}', '<img src=x>'],
  ...['\n', '\r\n', '\u2028', '\t', '\0', '\u001b@', '\u001bp\0', '\u001d(L', '\u0010\u0014', '\u007f', '\u009b'],
  ...['\u202e', '\u2066', '\u200b', '\ufeff', '\ud800', '\ue023', '\ue00a', '\ue0fe', '\ue0ff', '\uf8ff'],
  ...[
    'Anna',
    ' ',
    'Žukauskaitė',
    'Щербаков',
    'سلام',
    '👩‍🔧',
    '漢字',
    'e\u0301',
    '\u0301',
    'x'.repeat(60),
    '€',
    '&',
    '"',
  ],
];
const name = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));

async function printed(company: string, location: string) {
  const values = { company, location, address: company, visits: [{ customer: company, note: location }] };
  const lines = await fillTemplate({ template, typeKey: 'dayList', values, language: 'en' });
  return { lines, sheet: layout(lines, 384) };
}

/** Forms without texts. */
const formsOf = (lines: Awaited<ReturnType<typeof printed>>['lines']) =>
  lines.map((line) =>
    line.form === 'text' ? [line.large, line.centred, line.left.bold, line.right !== undefined] : line.form,
  );

/** The letters of a name that has any, by another way than the product's. */
const lettersOf = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}\ufffd\p{Co}]/gu, '')
    .normalize('NFC');

test('a random name prints as text: it brings no form, no line, no control byte', async () => {
  const plain = formsOf((await printed('x', 'y')).lines);
  await fc.assert(
    fc.asyncProperty(name, name, async (first, second) => {
      // With a letter, so that no line is left out.
      const [company, location] = [`${first}x`, `y${second}`];
      const { lines, sheet } = await printed(company, location);
      assert.deepEqual(formsOf(lines), plain);
      const [line] = lines;
      assert.equal(line?.form === 'text' && lettersOf(line.left.text), lettersOf(company));
      for (const part of sheet.placed) {
        if (part.form !== 'text') continue;
        const size = part.large ? 24 : 12;
        for (const { x, codes } of part.runs) {
          assert.ok(x >= 0 && x + codes.length * size <= 384);
          for (const code of codes) assert.ok(code === 0 || code >= 0x20, `code ${code}`);
        }
      }
    }),
    runs(10_000),
  );
});
