// Tests of the one form of texts that people type and paste.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eMail, personName, phone } from './fields.ts';
import { plainAddress, plainLine, plainPhone } from './typed.ts';

test('a name has no invisible characters and single spaces, and scripts keep their joiners', () => {
  assert.equal(plainLine('  Anna \u00a0 Berg\u200b\ufeff\t'), 'Anna Berg');
  assert.equal(plainLine('\u202aRita\u202c\nRoze'), 'Rita Roze');
  assert.equal(plainLine('می\u200cخواهم'), 'می\u200cخواهم');
  for (const nothing of ['\u200b\u2060', '\u3164', '\u200d', ' \u00a0 ', '\ufeff']) {
    assert.equal(plainLine(nothing), '');
    assert.equal(personName(100).safeParse(nothing).success, false);
  }
});

test('a phone number is read as programs write it', () => {
  const numbers: Record<string, string> = {
    '\u202a+371 20000001\u202c': '+371 20000001',
    '+371\u00a020\u00a0000\u00a0001': '+371 20 000 001',
    'tel:+37120000308': '+37120000308',
    '＋３７１　２００００００１': '+371 20000001',
    '+371 (0) 20000001': '+371 20000001',
    '+49 (0)171 5550101': '+49 171 5550101',
    '0049 (0)171 5550101': '0049 171 5550101',
    '(0171) 555\u20110101': '(0171) 555-0101',
    '(0) 171 5550101': '(0) 171 5550101',
  };
  for (const [typed, plain] of Object.entries(numbers)) {
    assert.equal(plainPhone(typed), plain);
    assert.equal(phone.parse(typed), plain);
    assert.equal(plainPhone(plain), plain);
  }
});

test('addresses that are valid are accepted, each in one spelling', () => {
  const addresses: Record<string, string> = {
    'jörg@example.de': 'jörg@example.de',
    'jo\u0308rg@example.de': 'jörg@example.de',
    'JÖRG@example.de': 'jörg@example.de',
    'anna@müller.de': 'anna@xn--mller-kva.de',
    'anna@MÜLLER.de': 'anna@xn--mller-kva.de',
    'anna@mu\u0308ller.de': 'anna@xn--mller-kva.de',
    'a&b@example.org': 'a&b@example.org',
    "o'neil+news@example.org": "o'neil+news@example.org",
    'user@example.xn--p1ai': 'user@example.xn--p1ai',
    'user@example.рф': 'user@example.xn--p1ai',
    'mailto:Mara@Example.org': 'Mara@Example.org',
    '\u200bmara@example.org\u00a0': 'mara@example.org',
  };
  for (const [typed, plain] of Object.entries(addresses)) {
    assert.equal(eMail.parse(typed), plain);
    assert.equal(plainAddress(plain), plain);
  }
});

test('what is no address is refused', () => {
  const refused = [
    'mara',
    '@example.org',
    'mara@',
    'mara@example',
    'mara ozola@example.org',
    'mara@exa mple.org',
    'mara@@example.org',
    '.mara@example.org',
    'mara..o@example.org',
    'mara.@example.org',
    'mara@example..org',
    'mara@-example.org',
    'mara@example.org\r\nBcc: x@example.org',
    '"mara"@example.org',
    'mara@exämple/org',
    'mara@[192.0.2.1]',
    'mara@192.0.2.1',
    'mara,anna@example.org',
    '<mara@example.org>',
    'mara@例え.org:25',
  ];
  for (const text of refused) assert.equal(eMail.safeParse(text).success, false, text);
});
