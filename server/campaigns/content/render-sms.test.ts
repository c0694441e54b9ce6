// Tests of the texts of SMS of campaigns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsParts } from '#server/messaging/sms/sms-parts.ts';
import { maxPartsOf, renderSms } from './render-sms.ts';

test('no name makes a text longer than the parts that were shown before sending', () => {
  const url = 'https://book.example.test';
  const message = 'Dear {{name}}, {{name}}, {{name}}: https://example.test/news';
  const max = maxPartsOf(message, 'Rosa', url);
  for (const name of ['Щ'.repeat(100), '😀'.repeat(50), `${'a'.repeat(39)}😀`, '€'.repeat(100), '']) {
    const fields = { name, company: 'Rosa', stop: `${url}/v/${'x'.repeat(22)}` };
    const { text } = renderSms(message, { language: 'lv', fields, linkTo: () => `${fields.stop}/1` });
    assert.ok(smsParts(text).parts <= max, name);
    assert.ok(text.isWellFormed(), name);
  }
});
