// Tests of incomes, reports and the figures of the dashboard, through HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receipts } from '#contract/booking/receipts.ts';
import { incomes } from '#contract/reports/incomes.ts';
import { reports } from '#contract/reports/reports.ts';
import { buildCompany, buildEmployee, buildEvent, buildLocation, buildService, signIn } from '#server/testing/build.ts';
import { buildMail } from '#server/testing/build-mail.ts';
import { testApp } from '#server/testing/test-app.ts';
import { closeDays } from './figures/close-days.ts';

/** Two locations with an employee each; now is Monday 2026-03-02 in Riga. */
async function chain() {
  const app = await testApp();
  const company = await buildCompany(app);
  const north = await buildLocation(app, company, { name: 'North' });
  const south = await buildLocation(app, company, { name: 'South' });
  const anna = await buildEmployee(app, north, { firstName: 'Anna', lastName: 'B', actions: ['admin'] });
  const zane = await buildEmployee(app, south, { firstName: 'Zane', lastName: 'K', actions: ['lcladmin'] });
  const service = (employee: typeof anna, price: number) => buildService(app, employee, { price });
  const [cut, massage] = [await service(anna, 40), await service(zane, 70)];
  const book = (employee: typeof anna, day: string, status: 'completed' | 'confirmed' | 'no_show' | 'cancelled') =>
    buildEvent(app, employee, {
      start: `${day}T09:00:00Z`,
      status,
      name: 'Mara',
      serviceId: employee === anna ? cut.id : massage.id,
    });
  const admin = await signIn(app, anna);
  const local = await signIn(app, zane);
  const visits = {
    done: await book(anna, '2026-03-01', 'completed'),
    missed: await book(zane, '2026-03-01', 'no_show'),
    gone: await book(anna, '2026-03-01', 'cancelled'),
    next: await book(zane, '2026-03-03', 'confirmed'),
  };
  const pay = (visitId: string, amount: number) => app.call(receipts.pay, { visitId, amount, method: 'cash' }, admin);
  return { ...app, company, north, south, anna, zane, admin, local, visits, pay };
}

test('incomes are estimated, calculated and realized; estimates are entered, removed and cleared', async () => {
  await using app = await chain();
  const { admin, anna, south, zane } = app;
  assert.equal((await app.pay(app.visits.done.id, 38)).status, 200);
  const range = { start: '2026-03-03', end: '2026-03-01' };
  const days = async () => {
    const { answer } = await app.call(incomes.getByCompany, range, admin);
    return answer.map(({ date, estimated, calculated, realized }) => [date.slice(-2), estimated, calculated, realized]);
  };
  assert.deepEqual(await days(), [
    ['01', 110, 40, 0],
    ['02', 0, 0, 38],
    ['03', 70, 0, 0],
  ]);
  const enter = (more: object, estimated: number | null) =>
    app.call(incomes.update, { date: '2026-03-03', estimated, ...more }, admin);
  assert.equal((await enter({ locationId: south.id, userId: zane.userId }, 90)).status, 204);
  assert.deepEqual((await days())[2], ['03', 90, 0, 0]);
  await enter({ locationId: south.id }, 200);
  assert.deepEqual((await days())[2], ['03', 200, 0, 0]);
  await enter({}, 150);
  assert.deepEqual((await days())[2], ['03', 150, 0, 0], 'that of the company is used instead of the sum');
  await enter({ userId: anna.userId }, 33);
  const users = await app.call(incomes.getPerUser, range, admin);
  assert.deepEqual(
    users.answer.map(({ date, userName, estimated, isEntered }) => [date.slice(-2), userName, estimated, isEntered]),
    [
      ['01', 'Anna B', 40, false],
      ['01', 'Zane K', 70, false],
      ['02', 'Anna B', 0, false],
      ['03', 'Anna B', 33, true],
      ['03', 'Zane K', 90, false],
    ],
  );
  await enter({}, null);
  assert.deepEqual((await days())[2], ['03', 200, 0, 0]);
  const locations = await app.call(incomes.getByLocation, range, admin);
  assert.deepEqual(
    locations.answer.map(({ date, location, estimated }) => [date.slice(-2), location, estimated]),
    [
      ['01', 'North', 40],
      ['01', 'South', 70],
      ['02', 'North', 0],
      ['03', 'South', 200],
    ],
  );
  assert.equal((await app.call(incomes.clear, {}, admin)).status, 204);
  assert.deepEqual((await days())[2], ['03', 70, 0, 0]);
  assert.deepEqual((await days())[1], ['02', 0, 0, 38], 'receipts stay');
});

test('the reasons of a day name its visits and receipts', async () => {
  await using app = await chain();
  await app.pay(app.visits.done.id, 38);
  const booked = await app.call(incomes.getReasons, { date: '2026-03-01' }, app.admin);
  assert.deepEqual(booked.answer.visits.map(({ person, price, status }) => [person, price, status]).sort(), [
    ['Anna B', 40, 'completed'],
    ['Zane K', 70, 'no_show'],
  ]);
  const paid = await app.call(incomes.getReasons, { date: '2026-03-02' }, app.admin);
  assert.deepEqual(
    paid.answer.receipts.map(({ amount, method, location }) => [amount, method, location]),
    [[38, 'cash', 'North']],
  );
  const others = await app.call(incomes.getReasons, { date: '2026-03-02' }, app.local);
  assert.deepEqual(others.answer.receipts, []);
});

test('local administrators see people and reports of their locations, and no figures of the company', async () => {
  await using app = await chain();
  const range = { start: '2026-03-01', end: '2026-03-31' };
  for (const operation of [incomes.getByCompany, incomes.getByLocation] as const) {
    assert.equal((await app.call(operation, range, app.local)).status, 403);
  }
  assert.equal((await app.call(incomes.clear, {}, app.local)).status, 403);
  const people = await app.call(incomes.getPerUser, range, app.local);
  assert.deepEqual([...new Set(people.answer.map(({ userName }) => userName))], ['Zane K']);
  const points = await app.call(reports.getCalendarEvents, range, app.local);
  assert.deepEqual(
    points.answer.map(({ x, y, meta }) => [x, y, meta.location, meta.userName]),
    [
      ['2026-03-01', 1, 'South', 'Zane K'],
      ['2026-03-03', 1, 'South', 'Zane K'],
    ],
  );
  const { answer } = await app.call(reports.getDashboard, {}, app.local);
  assert.equal(answer.companyIncomes, null);
  const [events] = answer.weeks;
  assert.deepEqual(
    events?.days.map(({ y }) => y),
    [0, 1, 0, 0, 0, 0, 0],
  );
  assert.deepEqual(events?.previousDays.at(-1), { x: '2026-03-01', y: 1 });
  const user = await signIn(app, await buildEmployee(app, app.north));
  assert.equal((await app.call(reports.getDashboard, {}, user)).status, 403);
});

test('reports compare with the period before, by location and person, whether days are closed or not', async () => {
  await using app = await chain();
  await app.pay(app.visits.done.id, 38);
  await buildMail(app, { companyId: app.company.id, state: 'sent', settledAt: '2026-02-11T23:30:00Z' });
  await buildMail(app, { companyId: app.company.id, state: 'kept', settledAt: '2026-02-11T10:00:00Z' });
  await app.database.write.updateTable('deliveries').set({ timeZone: 'Europe/Riga' }).execute();
  for (const closed of [false, true]) {
    if (closed) await closeDays(app);
    const month = { start: '2026-03-01', end: '2026-03-31' };
    const { answer } = await app.call(reports.getReport, { ...month, subject: 'incomes' }, app.admin);
    assert.deepEqual(answer.previous, { start: '2026-02-01', end: '2026-02-28' });
    assert.deepEqual(answer.days[1], { x: '2026-03-02', y: 38 });
    assert.deepEqual([answer.days.length, answer.previousDays.length], [31, 28]);
    assert.deepEqual(answer.locations, [{ id: app.north.id, name: 'North', y: 38, previous: 0 }]);
    const mail = await app.call(reports.getEmailMessages, { start: '2026-02-01', end: '2026-02-28' }, app.admin);
    assert.deepEqual(
      mail.answer.map(({ x, y }) => [x, y]),
      [['2026-02-12', 1]],
    );
    const company = await app.call(reports.getCompany, month, app.admin);
    assert.deepEqual(
      company.answer.locations.map(({ name, current, previous }) => [name, current, previous.eMails]),
      [
        ['North', { events: 1, eMails: 0, sms: 0, calculated: 40, realized: 38 }, 0],
        ['South', { events: 2, eMails: 0, sms: 0, calculated: 0, realized: 0 }, 0],
        ['', { events: 0, eMails: 0, sms: 0, calculated: 0, realized: 0 }, 1],
      ],
    );
    const dashboard = await app.call(reports.getDashboard, {}, app.admin);
    assert.deepEqual(dashboard.answer.people, [{ id: app.anna.userId, name: 'Anna B', y: 38, previous: 0 }]);
    assert.equal(dashboard.answer.companyIncomes?.find(({ date }) => date === '2026-03-02')?.realized, 38);
  }
});

test('a start after the end is swapped, instants count in the zone of the caller, long ranges are refused', async () => {
  await using app = await chain();
  const events = async (start: string, end: string) =>
    (await app.call(reports.getCalendarEvents, { start, end }, app.admin)).answer.length;
  assert.equal(await events('2026-03-03', '2026-03-01'), 3);
  assert.equal(await events('2026-02-28T22:30:00Z', '2026-03-01T21:30:00Z'), 2, 'both are 1 March in Riga');
  const long = await app.call(reports.getIncomes, { start: '2020-01-01', end: '2026-03-01' }, app.admin);
  assert.equal(long.status, 417);
  for (const edge of ['2199-12-31T23:30:00Z', '1900-01-01']) {
    const beyond = await app.call(reports.getCompany, { start: edge, end: edge }, app.admin);
    assert.equal(beyond.status, 417, `${edge}: the day in Riga, or that before, is in no year that answers may name`);
  }
  for (const operation of [reports.getEmailMarketing, reports.getSmsMarketing] as const) {
    const { answer } = await app.call(operation, { start: '2026-03-01', end: '2026-03-31' }, app.admin);
    assert.deepEqual(answer, []);
  }
});
