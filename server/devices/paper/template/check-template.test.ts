// Tests the complaints about templates: each says its line and how to mend it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translate } from '#server/lib/i18n.ts';
import { type PaperTypeKey, paperTypeKeys } from '../paper-types.ts';
import { originalTemplate } from '../render-paper.ts';
import { checkPaperTemplate } from './check-template.ts';

/** The complaints in English. */
const complaintsOf = (text: string, key: PaperTypeKey = 'note') =>
  checkPaperTemplate(text, key).map(({ code, params }) => translate('en', code, params));
const complaintOf = (text: string, key?: PaperTypeKey) => {
  const complaints = complaintsOf(text, key);
  assert.equal(complaints.length, 1, `${text}: ${complaints.join(' ')}`);
  return complaints[0] ?? '';
};

test('the originals have no complaints', () => {
  for (const key of paperTypeKeys) assert.deepEqual(complaintsOf(originalTemplate(key), key), []);
});

test('all seven forms, and joined ones, are accepted', () => {
  const text = `# large\n**bold**\n> centred\n---\nleft | right\n[qr] {{ text }}\n=\n\n> # **{{ title }}**\n**a | b**\na | **b**`;
  assert.deepEqual(complaintsOf(text), []);
  assert.deepEqual(complaintsOf(text.replaceAll('\n', '\r\n')), [], 'also with the line ends of Windows');
});

test('an unknown value is named with its line and with those that exist', () => {
  assert.equal(
    complaintOf('Hello\n{{ custmer }}', 'note'),
    'Line 2: this paper has no value “custmer”. Use one of company, location, address, phone, title, text, author, printed.',
  );
  assert.match(
    complaintOf('{% for v in visits %}\n{{ v.tme }}\n{% endfor %}', 'dayList'),
    /^Line 2: .*“v.tme”.*v\.time/,
  );
  assert.match(complaintOf('{{ visit.time }}', 'dayList'), /^Line 1: .*“visit.time”/, 'outside of its loop');
  assert.match(complaintOf('{{ visits }}', 'dayList'), /^Line 1: .*“visits”/, 'a list is no value');
  assert.match(complaintOf("{{ 'total' | say: nmae }}"), /“nmae”/, 'in an argument');
  assert.match(complaintOf('{{ constructor }}'), /“constructor”/);
  assert.match(complaintOf('{{ text.length }}'), /“text.length”/);
});

test('words are those that every language has', () => {
  assert.match(complaintOf("{{ 'totl' | say }}"), /^Line 1: there is no word “totl”. Use one of .*'total'/);
  assert.match(complaintOf('{{ text | say }}'), /“text”/, 'never a value');
});

test('only the filters say, default and upcase', () => {
  assert.deepEqual(complaintsOf("{{ text | default: 'none' | upcase }}{{ 'total' | say | upcase }}"), []);
  assert.match(complaintOf('{{ text | raw }}'), /^Line 1: there is no filter “raw”/);
  assert.match(complaintOf('{{ text | upcase | raw }}'), /“raw”/);
  assert.match(complaintOf("{{ text | append: 'x' }}"), /“append”/);
});

test('a loop goes over a declared list, is not nested, and is closed', () => {
  assert.match(complaintOf('{% for x in text %}\n{{ title }}\n{% endfor %}'), /^Line 1: this paper has no lists/);
  assert.match(complaintOf('{% for x in rows %}\n{% endfor %}', 'dayList'), /“rows”. Use visits/);
  assert.match(
    complaintOf('{% for x in (1..1000000) %}\n{% endfor %}', 'dayList'),
    /Write it like {% for row in visits %}/,
  );
  assert.match(complaintOf('{% for x in visits reversed %}\n{% endfor %}', 'dayList'), /not written correctly/);
  assert.match(
    complaintOf('a\n{% for x in visits %}\n{% for y in visits %}\n{% endfor %}', 'dayList'),
    /^Line 3: .*line 2 first/,
  );
  assert.match(complaintOf('a\n{% for x in visits %}', 'dayList'), /^Line 2: this loop has no end. Add {% endfor %}/);
  assert.match(complaintOf('a\n{% endfor %}', 'dayList'), /^Line 2: no loop is open/);
  assert.match(complaintOf('a {% endfor %}', 'dayList'), /on a line of its own/);
});

test('every other tag is refused', () => {
  for (const tag of [
    'if a',
    'raw',
    'endraw',
    'comment',
    'include "x"',
    'render "x"',
    'assign a = 1',
    'liquid',
    'layout "x"',
    '# x',
  ])
    assert.match(complaintOf(`a\n{% ${tag} %}`), /^Line 2: {% .*cannot be used/, tag);
  assert.match(complaintOf('a {% if text %} b'), /cannot be used/);
  assert.match(complaintOf('{%- if text -%}'), /cannot be used/);
});

test('half a value, a value over two lines and whatever else Liquid could read are refused', () => {
  for (const text of [
    '{{ text',
    'text }}',
    '{{ text }',
    '{{{ text }}}',
    '{{ text }}}',
    '{{- text -}}',
    '{{ }}',
    '{{ a b }}',
    '{{ 1 | upcase }}',
    '{{ text[0] }}',
    '{{ "}}" }}',
    '{{ text |upcase: }}',
    '%}',
  ])
    assert.match(complaintOf(text), /^Line 1: /, text);
  assert.deepEqual(complaintsOf('{{\ntext }}').length, 2);
});

test('pictures, other bytes, control characters and huge files are refused', () => {
  assert.match(complaintOf('a\n![logo](logo.png)'), /^Line 2: papers have no pictures/);
  assert.match(complaintOf('<img src="x">'), /no pictures/);
  assert.match(complaintOf(Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64').toString()), /not plain text/);
  assert.match(complaintOf('a\n\u001b@'), /^Line 2: it contains an invisible character/);
  assert.match(complaintOf('a\ue0ff'), /invisible/);
  assert.match(complaintOf('a\n'.repeat(9_999)), /has 10,000 lines. It may have 1000/);
  assert.match(complaintOf('a'.repeat(70_000)), /65,536 characters/);
  assert.match(complaintOf('!['.repeat(20_000)), /^Line 1: it is too long. A line may have 2000/);
  assert.match(complaintOf(' \n'), /empty/);
});

test('a form that does not exist is refused, and so are three columns and half a bold text', () => {
  assert.match(complaintOf('## a'), /“##”/);
  assert.match(complaintOf('a\n[cut] now'), /^Line 2: .*“\[cut\]”/);
  assert.match(complaintOf('a | b | c'), /two columns/);
  assert.match(complaintOf('**a'), /bold/);
  assert.match(complaintOf('a **b** c'), /bold/);
});

test('a payment note says that it is no receipt', () => {
  assert.match(complaintOf('{{ total }}', 'paymentNote'), /must say so. Add {{ 'noReceipt' \| say }}/);
});

test('complaints come all at once, at most 20', () => {
  assert.equal(complaintsOf('{{ a }}\n## b\n{% if %}').length, 3);
  assert.equal(complaintsOf('{{ a }}\n'.repeat(100)).length, 20);
});
