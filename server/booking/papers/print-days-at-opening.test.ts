// Tests the list of the day that a location prints by itself at its opening time.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { companyTypePrinters } from '#contract/devices/listing-types.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';
import { printDaysAtOpening } from './print-days-at-opening.ts';

/** A Monday, before the opening; the zone of the place is UTC + 2. */
const before = '2026-03-02T06:00:00Z';

async function shop() {
  const app = await testApp({ now: before });
  const business = await buildBusiness(app, {
    actions: ['admin'],
    sessionActiveMinutes: 1440,
    hours: [
      [1, '09:00', '18:00'],
      [2, '09:00', '18:00'],
    ],
  });
  const { location, employee, company } = business;
  await app.database.write.updateTable('locations').set({ timeZone: 'Europe/Riga' }).execute();
  const anna = await buildEmployee(app, { ...location, timeZone: 'Europe/Riga' }, { hours: [[1, '08:30', '12:00']] });
  const as = await signIn(app, employee);
  const { id: deviceId } = await buildDevice(app, employee);
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).execute();
  const turn = async (isOn: boolean) =>
    assert.equal((await app.call(companyTypePrinters.setAutomatic, { typeKey: 'dayList', isOn }, as)).status, 204);
  const lists = async () => {
    const rows = await app.database.read
      .selectFrom('printJobs')
      .select(['document', 'deviceId', 'expiresAt', 'createdBy'])
      .where('causeKind', '=', 'dayList')
      .orderBy('id')
      .execute();
    return rows.map(({ document, ...row }) => ({ ...row, document: document as unknown as Record<string, unknown> }));
  };
  const dayAt = async (time: string) => {
    app.clock.set(time);
    return printDaysAtOpening(app);
  };
  return { ...app, app, location, employee, company, anna, as, deviceId, turn, lists, dayAt };
}

test('the list prints once when the first person of the location begins, on each local day', async () => {
  await using at = await shop();
  const { app, employee, anna } = at;
  await buildEvent(app, employee, { start: '2026-03-02T10:00:00Z', name: 'Mara Ozola' });
  await buildEvent(app, anna, { start: '2026-03-02T09:00:00Z', name: 'Ina Kalna' });
  await buildEvent(app, anna, { start: '2026-03-03T09:00:00Z', name: 'Tomorrow' });
  assert.equal(await at.dayAt('2026-03-02T06:31:00Z'), 0, 'off by default');
  await at.turn(true);
  assert.equal(await at.dayAt('2026-03-02T06:29:59Z'), 0, 'not open yet');
  assert.equal(await at.dayAt('2026-03-02T06:30:00Z'), 1);
  assert.equal(await at.dayAt('2026-03-02T06:31:00Z'), 0, 'once');
  assert.equal(await at.dayAt('2026-03-02T07:00:00Z'), 0, 'no second one when the next person begins');
  const [list] = await at.lists();
  const visits = list?.document.visits as Record<string, string>[];
  assert.deepEqual(
    visits.map(({ time, customer }) => [time, customer]),
    [
      ['11:00–12:00', 'Ina Kalna'],
      ['12:00–13:00', 'Mara Ozola'],
    ],
  );
  assert.deepEqual([list?.document.day, list?.document.printed], ['2026-03-02', '08:30']);
  assert.deepEqual([list?.createdBy, String(list?.expiresAt)], [null, '2026-03-02T22:00:00Z']);
  assert.equal(await at.dayAt('2026-03-03T06:59:00Z'), 0);
  assert.equal(await at.dayAt('2026-03-03T07:00:00Z'), 1, 'Tuesday, from nine');
  assert.equal(await at.dayAt('2026-03-04T07:00:00Z'), 0, 'closed');
  assert.equal((await at.lists()).length, 2);
});

test('a cancelled, expired or failed list is not queued again by itself', async () => {
  await using at = await shop();
  await at.turn(true);
  await at.dayAt('2026-03-02T06:30:00Z');
  for (const state of ['cancelled', 'failed', 'expired'] as const) {
    await at.app.database.write.updateTable('printJobs').set({ state }).execute();
    assert.equal(await at.dayAt('2026-03-02T06:40:00Z'), 0, state);
  }
  // Another printer is chosen meanwhile.
  await at.app.database.write.updateTable('devices').set({ isPaused: true }).execute();
  const other = await buildDevice(at.app, at.employee);
  await at.app.database.write.updateTable('devices').set({ isConfirmed: true }).where('id', '=', other.id).execute();
  assert.equal(await at.dayAt('2026-03-02T06:41:00Z'), 0);
  assert.equal((await at.lists()).length, 1);
});

test('every place prints its list, though places are read in batches', async () => {
  await using app = await testApp({ now: '2026-03-02T09:00:00Z' });
  for (let count = 0; count < 5; count++) {
    const { employee } = await buildBusiness(app, { actions: ['admin'], hours: [[1, '09:00', '18:00']] });
    await buildDevice(app, employee);
    const as = await signIn(app, employee);
    assert.equal(
      (await app.call(companyTypePrinters.setAutomatic, { typeKey: 'dayList', isOn: true }, as)).status,
      204,
    );
  }
  await app.database.write.updateTable('locations').set({ timeZone: 'UTC' }).execute();
  await app.database.write.updateTable('devices').set({ isConfirmed: true }).execute();
  assert.equal(await printDaysAtOpening(app, { batchSize: 2 }), 5);
  assert.equal(await printDaysAtOpening(app, { batchSize: 2 }), 0);
  const { places } = await app.database.read
    .selectFrom('printJobs')
    .select(({ fn }) => fn.count<number>('deviceId').distinct().as('places'))
    .where('causeKind', '=', 'dayList')
    .executeTakeFirstOrThrow();
  assert.equal(places, 5);
});

test('a date with other hours counts, a printer that is ready late prints within the hour, and a browser never', async () => {
  await using at = await shop();
  const { app, location, company, anna } = at;
  await at.turn(true);
  await app.database.write
    .insertInto('dateOverrides')
    .values({
      ...{ companyId: company.id, id: randomUUIDv7(), calendarId: anna.calendarId, locationId: location.id },
      ...{ date: '2026-03-02', startTime: '07:00', endTime: '12:00' },
    })
    .execute();
  const change = (values: object) => app.database.write.updateTable('devices').set(values).execute();
  await change({ connection: 'browser' });
  assert.equal(await at.dayAt('2026-03-02T05:00:00Z'), 0);
  await change({ connection: 'star', isConfirmed: false });
  assert.equal(await at.dayAt('2026-03-02T05:10:00Z'), 0);
  await change({ isConfirmed: true });
  assert.equal(await at.dayAt('2026-03-02T06:00:00Z'), 0, 'an hour later it is of no use');
  assert.equal(await at.dayAt('2026-03-02T05:59:00Z'), 1);
});
