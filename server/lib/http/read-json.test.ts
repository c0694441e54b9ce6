// Tests of the bounds of JSON bodies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '#contract/testing/random-cases.ts';
import { testApp } from '#server/testing/test-app.ts';
import { isWithinBounds, maxDepth, maxValues } from './read-json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('a body that is nested too deeply or has too many values is refused before it is parsed', async () => {
  await using app = await testApp();
  const send = (payload: string) =>
    app.server.inject({
      method: 'POST',
      url: '/api/user/Authenticate',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      payload,
    });
  // Neither is JSON: the parser would answer 400.
  for (const payload of [`{"LogIn":${'['.repeat(maxDepth)}`, `{"LogIn":[${'1,'.repeat(maxValues)}`]) {
    const { statusCode, body } = await send(payload);
    assert.equal(statusCode, 413);
    assert.match(JSON.parse(body).Message, /too many values/);
  }
  assert.equal((await send(`{"LogIn":${nested(maxDepth - 1)}}`)).statusCode, 417);
  assert.equal((await send('{"LogIn":[[')).statusCode, 400);
  assert.equal((await send('{"__proto__":{}}')).statusCode, 400);
});

test('depth and values are counted outside of strings', () => {
  const sizeOf = (value: unknown): [depth: number, values: number] => {
    if (typeof value !== 'object' || value === null) return [0, 1];
    const inner = Object.values(value).map(sizeOf);
    return [1 + Math.max(0, ...inner.map(([depth]) => depth)), 1 + inner.reduce((sum, [, values]) => sum + values, 0)];
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 25, depthSize: 'max' }), (value) => {
      const [depth, values] = sizeOf(value);
      // An array or object counts once more, for what it may hold.
      const fits = depth <= maxDepth && values * 2 <= maxValues;
      if (fits) assert.ok(isWithinBounds(Buffer.from(JSON.stringify(value))));
      if (depth > maxDepth) assert.ok(!isWithinBounds(Buffer.from(JSON.stringify(value))));
    }),
    runs(300),
  );
  const text = JSON.stringify(`${'['.repeat(100)}\\"${',"'.repeat(maxValues)}`);
  assert.ok(isWithinBounds(Buffer.from(`{"a":${text},"b":${nested(maxDepth - 1)}}`)));
  assert.ok(!isWithinBounds(Buffer.from(`{"a":${text},"b":${nested(maxDepth)}}`)));
});
