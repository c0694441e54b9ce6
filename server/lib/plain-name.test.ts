// Tests which parts of a name stay in mail of companies that are not verified.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasWebAddress, plainName } from './plain-name.ts';

test('names stay as they are, and words that look like links go', () => {
  for (const name of ['Salon Rosa', 'Dr. Müller & Söhne', 'Café Nr. 5', 'Friseur “Schnitt”', 'Ķirsis, SIA', '']) {
    assert.equal(plainName(name), name);
  }
  assert.equal(plainName('Salon https://evil.example/win'), 'Salon');
  assert.equal(plainName('Win at evil.example now'), 'Win at now');
  assert.equal(plainName('www.evil.example'), '');
  assert.equal(plainName('Win at win24.com/now'), 'Win at');
  assert.equal(plainName('Brīvības iela 12/14, men/women'), 'Brīvības iela 12/14, men/women');
  assert.equal(plainName('Write to me@evil.example <b>'), 'Write to');
});

test('addresses are found in any script, and punctuation alone is none', () => {
  for (const name of [
    'evil.example',
    'Salon ēvil.lv',
    'e\u0301vil.example',
    '例え。テスト',
    'evil．com',
    'x@evil.example',
  ]) {
    assert.ok(hasWebAddress(name), name);
    assert.doesNotMatch(plainName(name), /vil|テスト/, name);
  }
  for (const name of ['Rosa: Hair & Nails', 'Hair @ Home', '<3 Nails', 'Dr. Müller', 'A.B. Salon', 'Nr. 1.5']) {
    assert.ok(!hasWebAddress(name), name);
  }
});
