// Tests that requests may spell the intervals of devices as the specification does, and right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

test('the intervals of a device have several spellings in requests, one in answers, and each once', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const insert = (intervals: object) =>
    app.server.inject({
      method: 'POST',
      url: '/api/company/printers/Insert',
      headers: { ...headers, 'x-requested-with': 'test' },
      payload: { Name: `Desk ${JSON.stringify(intervals)}`, ...intervals },
    });
  for (const intervals of [
    { MinPoolSecconds: 7, MaxPoolSecconds: 30, PoolStepSecconds: 3 },
    { MinPoolSeconds: 7, MaxPoolSeconds: 30, PoolStepSeconds: 3 },
    { minPollSeconds: 7, maxPollSeconds: 30, pollStepSeconds: 3 },
  ]) {
    const { statusCode, body } = await insert(intervals);
    assert.equal(statusCode, 200, body);
    const { MinPoolSecconds, MaxPoolSecconds, PoolStepSecconds, ...rest } = JSON.parse(body);
    assert.deepEqual([MinPoolSecconds, MaxPoolSecconds, PoolStepSecconds], [7, 30, 3]);
    assert.ok(!('MinPoolSeconds' in rest));
  }
  assert.equal((await insert({ MinPoolSecconds: 7, MinPoolSeconds: 8 })).statusCode, 417, 'said twice');
});
