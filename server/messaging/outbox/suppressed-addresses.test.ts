// Tests of the operator's list of suppressed addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemSuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const shortOf = (instant: string) => instant.slice(0, 10);

const { getPaginated, allow } = systemSuppressedAddresses.operations;

test('the operator sees why and until when an address is suppressed, and allows it again', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const operator = await signIn(app, employee);
  const now = app.clock.now();
  const row = { medium: 'mail', reason: 'bounce', evidence: 'RCPT TO: 550 5.1.1 No such user', createdAt: now };
  await app.database.write
    .insertInto('suppressions')
    .values([
      { ...row, address: 'gone@example.test', times: 2, expiresAt: now.add({ hours: 90 * 24 }) },
      { ...row, address: 'back@example.test', expiresAt: now },
    ])
    .execute();
  const { addresses } = (await app.call(getPaginated, {}, operator)).answer;
  assert.deepEqual(
    addresses.map(({ id: _id, createdAt, expiresAt, ...shown }) => {
      return { ...shown, createdAt: shortOf(createdAt), expiresAt: shortOf(expiresAt ?? '') };
    }),
    [
      {
        medium: 'mail',
        address: 'gone@example.test',
        reason: 'bounce',
        purpose: 'all',
        company: null,
        evidence: 'RCPT TO: 550 5.1.1 No such user',
        times: 2,
        createdAt: '2026-03-02',
        expiresAt: '2026-05-31',
      },
    ],
  );
  const id = addresses[0]?.id ?? '';
  assert.equal((await app.call(allow, { id }, operator)).status, 204);
  assert.equal((await app.call(allow, { id }, operator)).status, 404);
  assert.equal((await app.call(getPaginated, {}, operator)).answer.totalRows, 0);
  const { text } = await app.database.read
    .selectFrom('userAudits')
    .select('text')
    .where('userId', '=', employee.userId)
    .executeTakeFirstOrThrow();
  assert.equal(text, 'Allowed messages to gone@example.test again');
});
