// Tests that new rules of time zones move the days of coming events, and that the operator reads of differing rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { systemLogs, type ZoneComparison } from '#contract/operations/logs.ts';
import { writeZoneRules, zonesOfNode } from '#server/db/zone-rules.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';
import { compareZoneRules } from './compare-zone-rules.ts';
import { warnOfOtherZoneRules, warnOfShiftedVisits } from './zone-warnings.ts';

test('new rules move the days of coming events, and the operator reads of their visits and of other rules', async () => {
  // Only what is still to come is moved, by the clock of the database.
  const monday = Temporal.Now.zonedDateTimeISO('UTC').toPlainDate().add({ days: 7 });
  await using app = await testApp({ now: monday.subtract({ days: 2 }).toZonedDateTime('UTC').toInstant().toString() });
  const { employee } = await buildBusiness(app, { actions: ['admin'] });
  const headers = await signIn(app, employee);
  const add = async (hour: number, customer: object) => {
    const start = monday.toZonedDateTime({ timeZone: 'UTC', plainTime: { hour } }).toInstant();
    const input = { calendarId: employee.calendarId, start: `${start}`, end: `${start.add({ minutes: 30 })}` };
    const { status, answer } = await app.call(
      calendars.insertEvent,
      { ...input, title: 'Haircut', ...customer },
      headers,
    );
    assert.equal(status, 200, JSON.stringify(answer));
    return answer.id;
  };
  const visit = await add(18, { name: 'Mara', eMail: 'mara@example.com' });
  const blocked = await add(20, {});
  const dayOf = async (id: string) =>
    String(
      (await app.database.read.selectFrom('events').select('day').where('id', '=', id).executeTakeFirstOrThrow()).day,
    );
  assert.deepEqual([await dayOf(visit), await dayOf(blocked)], [`${monday}`, `${monday}`]);

  const lines: string[] = [];
  const log = { warn: (_: object, line: string) => void lines.push(line) } as unknown as typeof app.log;
  await warnOfOtherZoneRules({ ...app, log });
  assert.deepEqual(lines, [], 'Riga has the same rules in both');

  const client = await app.database.connect();
  try {
    const ahead = [{ start: Date.UTC(2020, 0), seconds: 9 * 3_600 }];
    const rulesOf = (zone: string) => (zone === 'Europe/Riga' ? ahead : zonesOfNode.rulesOf(zone));
    const shifted = await writeZoneRules(client, { version: '9999a', rulesOf });
    assert.equal(shifted?.length, 1);
    warnOfShiftedVisits({ log }, shifted ?? []);
  } finally {
    await client.end();
  }
  const tuesday = monday.add({ days: 1 });
  assert.deepEqual([await dayOf(visit), await dayOf(blocked)], [`${tuesday}`, `${tuesday}`]);
  const visits = await app.database.read.selectFrom('visits').select('day').execute();
  assert.deepEqual(
    visits.map(({ day }) => String(day)),
    [`${tuesday}`],
  );
  const before = monday.toZonedDateTime({ timeZone: 'UTC', plainTime: '18:00' }).withTimeZone('Europe/Riga');
  assert.deepEqual(lines, [
    `New rules of Europe/Riga change the local time of coming visits: 1. The first was at ${before.toPlainDateTime().toString().replace('T', ' ').slice(0, 16)} and is at ${tuesday} 03:00 now.`,
  ]);
  await warnOfOtherZoneRules({ ...app, log });
  assert.match(lines[1] ?? '', /^PostgreSQL has other rules of Europe\/Riga than Node\.js .*first at /);
});

test('the operator reads where this process and PostgreSQL have other rules of a zone in use than those that count', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app, { actions: ['sys'] });
  const headers = await signIn(app, employee);
  const compared = async () => (await app.call(systemLogs.operations.getZoneRules, {}, headers)).answer;
  const of = (zones: readonly ZoneComparison[]) => zones.find(({ timeZone }) => timeZone === 'Europe/Riga');
  const [same] = await compared();
  assert.deepEqual([same?.node, same?.database], [null, null]);
  const client = await app.database.connect();
  // From June on, Riga has the clock of Karachi.
  const rulesOf = (zone: string) => {
    const rules = zonesOfNode.rulesOf(zone);
    if (zone !== 'Europe/Riga' || !rules) return rules;
    const june = Date.UTC(2026, 5);
    return [...rules.filter(({ start }) => start < june), { start: june, seconds: 5 * 3_600 }];
  };
  await writeZoneRules(client, { version: '9999a', rulesOf }).finally(() => client.end());
  const riga = of(await compared());
  assert.deepEqual([riga?.node, riga?.database], ['2026-06-01T05:00:00+05:00', '2026-06-01T07:00:00+05:00']);
  assert.equal(riga?.offsets.at(-1), '+05:00');
  // A process with these rules agrees.
  assert.equal(of(await compareZoneRules(app.database.read, app.clock.now(), { version: '', rulesOf }))?.node, null);
  const other = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  assert.equal((await app.call(systemLogs.operations.getZoneRules, {}, other)).status, 403);
});
