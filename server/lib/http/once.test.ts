// Tests that a request whose answer was lost adds no second record.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyServices } from '#contract/booking/services.ts';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const campaign = { name: 'Spring', periodStart: '2026-03-02T00:00:00Z', periodEnd: '2026-03-05T00:00:00Z' };

test('with the same key, a record is added once, also by requests at the same time', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const insert = (key: string, fields: object = {}) =>
    app.call(emailCampaigns.insert, { ...campaign, ...fields }, { ...headers, headers: { 'idempotency-key': key } });
  const [one, other] = await Promise.all([insert('a'), insert('a')]);
  const again = await insert('a');
  assert.deepEqual([one.status, other.status, again.status], [200, 200, 200]);
  assert.deepEqual([other.answer, again.answer], [one.answer, one.answer]);
  const changed = await insert('a', { name: 'Autumn' });
  assert.deepEqual([changed.status, JSON.parse(changed.body).Code], [409, 'booking.keyUsed']);
  assert.notEqual((await insert('b')).answer.id, one.answer.id);
  // A refused call can be sent again.
  assert.equal((await insert('c', { name: '' })).status, 417);
  assert.equal((await insert('c')).status, 200);
  const { answer } = await app.call(emailCampaigns.getPaginated, {}, headers);
  assert.equal(answer.totalRows, 3);
});

test('the key of a person means nothing for another person, operation or company; lists of records take one as well', async () => {
  await using app = await testApp();
  const [one, other] = [
    await buildBusiness(app, { actions: ['admin'] }),
    await buildBusiness(app, { actions: ['admin'] }),
  ];
  const colleague = await buildEmployee(app, one.location, { actions: ['admin'] });
  const ids = new Set<string>();
  for (const employee of [one.employee, colleague, other.employee]) {
    const headers = { ...(await signIn(app, employee)), headers: { 'idempotency-key': 'a' } };
    const service = { name: 'Cut', minutes: 30, price: 20 };
    for (let times = 0; times < 2; times++) {
      ids.add((await app.call(companyServices.operations.insert, service, headers)).answer.id);
      ids.add((await app.call(emailCampaigns.insert, campaign, headers)).answer.id);
    }
  }
  assert.equal(ids.size, 6);
  const cookie = await signIn(app, one.employee);
  const empty = await app.server.inject({
    method: 'POST',
    url: `/${emailCampaigns.insert.path}`,
    headers: { ...cookie, 'idempotency-key': 'b' },
  });
  assert.equal(empty.statusCode, 417);
});
