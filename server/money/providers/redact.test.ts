// Tests of the texts of errors: they reach logs, and must not carry secrets there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { paymentProviders } from '#contract/money/payments.ts';
import { ProviderError } from './provider.ts';
import { redact } from './redact.ts';

test('a secret of ours disappears from a text, and so does what has the form of one', () => {
  const said = redact('No key sk_test_4eC39HqLyjWD or whsec_abc/DEF=; Authorization: Basic Zm9vOmJhcg== (EJ-secret)', [
    'EJ-secret',
    undefined,
  ]);
  assert.equal(said, 'No key [secret] or [secret]; Authorization: [secret] ([secret])');
});

test('the text of an error is one short line', () => {
  const said = redact(`a\nb\u0000${'c'.repeat(1_000)}`, []);
  assert.match(said, /^a b c+…$/);
  assert.equal(said.length, 300);
});

test('an error names the provider, its kind, the code and the request', () => {
  for (const provider of paymentProviders) {
    const error = new ProviderError(provider, 'unknown', 'no answer', { code: 'timeout', requestId: 'req_1' });
    assert.match(
      inspect(error),
      new RegExp(`no answer[^]*provider: '${provider}'[^]*kind: 'unknown'[^]*timeout[^]*req_1`),
    );
  }
});
