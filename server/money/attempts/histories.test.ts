// Tests of any history of payments by card and PayPal: acts, notices and kills in random orders end in the state of the
// providers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed, seedHint } from '#contract/testing/random-cases.ts';
import { buildPaying } from '#server/testing/build/paying.ts';
import { actsOfSample, agreesWithProviders, payAtRandom } from '#server/testing/pay-at-random.ts';

for (const isKilled of [false, true]) {
  test(`whatever buyers, operators, notices and the job do${isKilled ? ', while connections are killed' : ''}, payments are as the providers say`, async (t) => {
    await using app = await buildPaying();
    const { kills, notices } = await payAtRandom(app, { seed, acts: actsOfSample, isKilled });
    assert.ok(!isKilled || kills > 0);
    assert.ok((await agreesWithProviders(app)) > 0, seedHint);
    t.diagnostic(`${notices} notices, ${kills} kills`);
  });
}
