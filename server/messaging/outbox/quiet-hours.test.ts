// Tests the quiet hours of companies, and what waits for their end.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyProblems } from '#contract/messaging/problems.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { openSmsGateway, type SmsGatewayServer } from '#server/testing/servers/sms-gateway.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const zone = 'Europe/Riga';
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();

test('quiet hours are those of the wall clock, also where the clocks change', async () => {
  await using app = await testApp();
  const night = [21, 8];
  for (const [local, hours, expected] of [
    ['2026-03-02T00:00', night, ['2026-03-01T21:00', '2026-03-02T08:00']],
    ['2026-03-02T07:59', night, ['2026-03-01T21:00', '2026-03-02T08:00']],
    ['2026-03-02T08:00', night, undefined],
    ['2026-03-02T20:59', night, undefined],
    ['2026-03-02T21:00', night, ['2026-03-02T21:00', '2026-03-03T08:00']],
    ['2026-03-28T23:00', night, ['2026-03-28T21:00', '2026-03-29T08:00']],
    ['2026-10-25T03:30', night, ['2026-10-24T21:00', '2026-10-25T08:00']],
    ['2026-03-29T04:30', [3, 5], ['2026-03-29T04:00', '2026-03-29T05:00']],
    ['2026-03-02T23:30', [22, 0], ['2026-03-02T22:00', '2026-03-03T00:00']],
    ['2026-03-02T13:30', [13, 15], ['2026-03-02T13:00', '2026-03-02T15:00']],
    ['2026-03-02T15:00', [13, 15], undefined],
    ['2026-03-02T03:00', [0, 0], undefined],
  ] as const) {
    const { rows } = await sql<{ from: Temporal.Instant | null; until: Temporal.Instant | null }>`
      select lower(h) as from, upper(h) as until from quiet_hours_at(${at(local)}, ${zone}, ${hours[0]}, ${hours[1]}) h`.execute(
      app.database.read,
    );
    const found = rows[0]?.from ? [rows[0].from, rows[0].until].map(String) : undefined;
    assert.deepEqual(
      found,
      expected?.map((one) => String(at(one))),
      `${local} ${hours}`,
    );
  }
});

/** SMS that became due in the evening. */
async function openEvening(app: TestApp, server: SmsGatewayServer) {
  app.clock.set(at('2026-03-02T20:00').toString());
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const gateway = {
    ...{ id: randomUUID(), key: 'Main', kind: 'http', host: server.host, port: server.port },
    ...{ method: 'POST', path: '/send', body: '{"to":"{{to}}"}', idPath: 'id' },
  };
  await app.database.write.insertInto('smsGateways').values(gateway).execute();
  const noon = at('2026-03-03T12:00');
  const early = at('2026-03-03T07:30');
  const turnKey = company.id;
  const sms = {
    reminder: { turnKey, quietZone: zone, expiresAt: noon },
    tooLate: { turnKey, quietZone: zone, expiresAt: early },
    person: { expiresAt: noon },
    campaign: { turnKey, quietZone: zone, expiresAt: early, purpose: 'campaign' },
    elsewhere: { turnKey, quietZone: 'America/New_York', expiresAt: noon },
    atNine: { turnKey, quietZone: zone, expiresAt: noon, dueAt: at('2026-03-02T21:00') },
  } as const;
  const names = new Map<string, string>();
  for (const [name, values] of Object.entries(sms)) {
    names.set((await buildSms(app, company.id, { dueAt: at('2026-03-02T20:30'), ...values })).id, name);
  }
  return {
    employee,
    idOf: (name: string) => [...names].find(([, one]) => one === name)?.[0] ?? assert.fail(name),
    /** The states of all at this time, once everything has left that may. */
    async run(local: string): Promise<Record<string, string[]>> {
      app.clock.set(at(local).toString());
      const outbox = openMessaging(app);
      await outbox.drain();
      await outbox.close();
      const rows = await app.database.write.selectFrom('deliveries').select(['id', 'state']).execute();
      const byState = Object.groupBy(rows, ({ state }) => state);
      return Object.fromEntries(
        Object.entries(byState).map(([state, found = []]) => [
          state,
          found.map(({ id }) => names.get(id) ?? '').sort(),
        ]),
      );
    },
  };
}

test('what is due when the quiet hours begin leaves', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { run } = await openEvening(app, server);
  assert.deepEqual(await run('2026-03-02T21:10'), {
    sent: ['atNine', 'campaign', 'elsewhere', 'person', 'reminder', 'tooLate'],
  });
});

test('what keeps the quiet hours leaves at their end, and a reminder that would then be too late leaves at night', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { run } = await openEvening(app, server);
  assert.deepEqual(await run('2026-03-03T02:00'), {
    queued: ['atNine', 'campaign', 'reminder'],
    sent: ['elsewhere', 'person', 'tooLate'],
  });
  const waiting = await app.database.write
    .selectFrom('deliveries')
    .select(['dueAt', 'attempts', 'routeId'])
    .where('state', '=', 'queued')
    .execute();
  for (const one of waiting) assert.deepEqual(one, { dueAt: at('2026-03-03T08:00'), attempts: 0, routeId: null });
  assert.deepEqual(await run('2026-03-03T08:00'), {
    expired: ['campaign'],
    sent: ['atNine', 'elsewhere', 'person', 'reminder', 'tooLate'],
  });
});

test('what a person sends again leaves at night', async () => {
  await using server = await openSmsGateway();
  await using app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { employee, idOf, run } = await openEvening(app, server);
  app.clock.set(at('2026-03-03T02:00').toString());
  const id = idOf('reminder');
  await sql`update deliveries set state = 'failed', reason = 'refused', settled_at = ${app.clock.now()} where id = ${id}`.execute(
    app.database.write,
  );
  const headers = await signIn(app, employee);
  const { answer } = await app.call(companyProblems.operations.sendAgain, { ids: [id] }, headers);
  assert.equal(answer.changed, 1);
  assert.deepEqual(await run('2026-03-03T02:01'), {
    queued: ['atNine', 'campaign'],
    sent: ['elsewhere', 'person', 'reminder', 'tooLate'],
  });
});
