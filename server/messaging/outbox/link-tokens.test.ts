// Tests how the tokens of links are taken out of a text and filled in again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases, random, seed, seedHint } from '#contract/testing/random-cases.ts';
import { fillTokens, maskLinks, takeTokens } from './link-tokens.ts';

test('a text without its tokens is filled in again, whatever stands around the links', () => {
  const around = ['***', '🪒 ', 'ā', '/***/', '"', '<p>', '\n', '=***', 'https://a.test/***', '/'];
  const pick = random(seed);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const token = () => `A${Array.from({ length: pick(2) ? 21 : 42 }, () => letters[pick(64)]).join('')}`;
  for (let run = 0; run < cases(1_000); run++) {
    const made = Array.from({ length: pick(5) }, token);
    const some = () => around[pick(around.length)] ?? '';
    const text = made.map((each) => `${some()} https://daybook.test/v/${each}/1?t=${each} ${some()}`).join('');
    const { texts, tokens } = takeTokens({ one: text, other: 'https://daybook.test/user/login' });
    const masked = texts.one ?? '';
    for (const each of made) assert.ok(!masked.includes(each), `${masked} ${seedHint}`);
    assert.deepEqual(Object.keys(tokens ?? {}), made.length > 0 ? ['one'] : []);
    assert.equal(fillTokens(masked, tokens?.one), text, seedHint);
    assert.equal(masked, maskLinks(text));
  }
});
