// Tests of incomes, reports and the figures of the dashboard, through HTTP.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { receipts } from '#contract/booking/receipts.ts';
import { user } from '#contract/identity/sign-in.ts';
import { incomes } from '#contract/reports/incomes.ts';
import { reports } from '#contract/reports/reports.ts';
import { tills } from '#contract/till/tills.ts';
import { buildBusiness, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildTill } from '#server/testing/build/till.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
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

test('an estimate of a location that is being deleted is refused, not failed', async () => {
  await using app = await chain();
  const place = await buildLocation(app, app.company, { name: 'Closing' });
  let entering: Promise<{ status: number }> | undefined;
  await app.database.write.transaction().execute(async (tx) => {
    await tx.deleteFrom('locations').where('companyId', '=', app.company.id).where('id', '=', place.id).execute();
    const input = { date: '2026-03-03', locationId: place.id, estimated: 5 };
    entering = app.call(incomes.update, input, app.admin);
    // The estimate waits for the deletion.
    assert.equal(await Promise.race([entering, delay(300, 'waits')]), 'waits');
  });
  assert.equal((await entering)?.status, 404);
});

test('sums of cash registers are those of their receipts, for administrators of their locations', async () => {
  await using app = await chain();
  const { registerId } = await buildTill(app, { companyId: app.company.id, locationId: app.north.id });
  const range = { start: '2026-02-27', end: '2026-03-06' };
  const sums = async (as: typeof app.admin) => (await app.call(incomes.getSums, range, as)).answer.registers;
  assert.deepEqual(await sums(app.admin), []);
  const lines = [{ name: 'Gift wrap', unitPrice: 3, quantity: 2 }];
  const payments = [{ method: 'cash' as const, amount: 6 }];
  const sale = await app.call(tills.sell, { id: randomUUID(), registerId, lines, payments }, app.admin);
  assert.equal(sale.status, 200, sale.body);
  const [sum, ...others] = await sums(app.admin);
  assert.deepEqual([sum?.id, sum?.location, sum?.realized, others.length], [registerId, 'North', 6, 0]);
  assert.deepEqual(await sums(app.local), []);
});

test('sums of incomes equal those of their days, with estimates of every kind', async () => {
  await using app = await chain();
  await app.pay(app.visits.done.id, 38);
  const { anna, zane, north, south } = app;
  const range = { start: '2026-02-27', end: '2026-03-06' };
  const assertSums = async (as: typeof app.admin, hasLocations: boolean) => {
    const { answer: sums } = await app.call(incomes.getSums, range, as);
    const columns = ['estimated', 'calculated', 'realized'] as const;
    const people = (await app.call(incomes.getPerUser, range, as)).answer;
    const places = hasLocations ? (await app.call(incomes.getByLocation, range, as)).answer : [];
    const plain = (rows: typeof people, key: 'locationId' | 'userId') =>
      [...Map.groupBy(rows, (row) => row[key])]
        .map(([id, own]) => [id, ...columns.map((column) => own.reduce((sum, row) => sum + row[column], 0))])
        .sort();
    const summed = (rows: typeof sums.people) => rows.map((row) => [row.id, ...columns.map((column) => row[column])]);
    assert.deepEqual(summed(sums.people).sort(), plain(people, 'userId'));
    if (hasLocations) assert.deepEqual(summed(sums.locations).sort(), plain(places, 'locationId'));
    return sums;
  };
  const before = await assertSums(app.admin, true);
  assert.deepEqual(
    before.locations.map(({ name, estimated, realized }) => [name, estimated, realized]),
    [
      ['North', 40, 38],
      ['South', 140, 0],
    ],
  );
  const estimates: [string, object, number][] = [
    ['2026-03-01', { locationId: north.id, userId: anna.userId }, 55],
    ['2026-03-02', { locationId: north.id, userId: zane.userId }, 12.5],
    ['2026-03-02', { locationId: north.id }, 300],
    ['2026-03-03', { userId: zane.userId }, 44],
    ['2026-03-03', { locationId: south.id }, 10],
    ['2026-03-05', { userId: anna.userId }, 7],
    ['2026-03-06', {}, 999],
  ];
  for (const [date, more, estimated] of estimates) {
    assert.equal((await app.call(incomes.update, { date, estimated, ...more }, app.admin)).status, 204);
    await assertSums(app.admin, true);
  }
  await closeDays(app);
  await assertSums(app.admin, true);
  const own = await assertSums(app.local, false);
  assert.deepEqual(
    own.locations.map(({ name, estimated }) => [name, estimated]),
    [['South', 80]],
  );
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
    paid.answer.receipts.map(({ amount, methods, location }) => [amount, methods, location]),
    [[38, ['cash'], 'North']],
  );
  const others = await app.call(incomes.getReasons, { date: '2026-03-02' }, app.local);
  assert.deepEqual([others.answer.receipts, others.answer.receiptCount], [[], 0]);
  for (const [more, estimated] of [
    [{}, 90],
    [{ locationId: app.north.id, userId: app.anna.userId }, 45],
  ] as const) {
    await app.call(incomes.update, { date: '2026-03-01', estimated, ...more }, app.admin);
  }
  const entered = await app.call(incomes.getReasons, { date: '2026-03-01' }, app.admin);
  assert.deepEqual(entered.answer.estimates, [
    { location: '', person: '', estimated: 90 },
    { location: 'North', person: 'Anna B', estimated: 45 },
  ]);
  assert.deepEqual([entered.answer.visitCount, entered.answer.visits.length], [2, 2]);
  const after = await app.call(incomes.getReasons, { date: '2026-03-01', pageNr: 2 }, app.admin);
  assert.deepEqual([after.answer.visitCount, after.answer.visits, after.answer.estimates], [2, [], []]);
  const unseen = await app.call(incomes.getReasons, { date: '2026-03-01' }, app.local);
  assert.deepEqual([unseen.answer.estimates, unseen.answer.visitCount], [[], 1]);
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
  await app.pay(app.visits.done.id, 38);
  await app.pay(app.visits.next.id, 70);
  const { answer: sums } = await app.call(incomes.getSums, range, app.local);
  assert.deepEqual(
    sums.locations.map(({ name, realized }) => [name, realized]),
    [['South', 70]],
  );
  const week = (seen: object) => ({ week: { start: '2026-03-02', end: '2026-03-08' }, ...seen });
  assert.deepEqual(
    (await app.call(reports.getWeek, {}, app.local)).answer,
    week({ current: { events: 1, incomes: 70 }, previous: { events: 1, incomes: 0 } }),
  );
  assert.deepEqual(
    (await app.call(reports.getWeek, {}, app.admin)).answer,
    week({ current: { events: 1, incomes: 108 }, previous: { events: 2, incomes: 0 } }),
  );
  const { answer } = await app.call(reports.getDashboard, {}, app.local);
  assert.equal(answer.companyIncomes, null);
  for (const shares of [answer.locations.week, answer.locations.month, answer.people]) {
    assert.deepEqual(
      shares.map(({ name, y }) => [name, y]),
      [[shares === answer.people ? 'Zane K' : 'South', 70]],
    );
  }
  const [events] = answer.weeks;
  assert.deepEqual(
    events?.days.map(({ y }) => y),
    [0, 1, 0, 0, 0, 0, 0],
  );
  assert.deepEqual(events?.previousDays.at(-1), { x: '2026-03-01', y: 1 });
  const employee = await signIn(app, await buildEmployee(app, app.north));
  assert.equal((await app.call(reports.getDashboard, {}, employee)).status, 403);
  assert.equal((await app.call(reports.getWeek, {}, employee)).status, 403);
});

test('estimates of other locations and of the company are shown to no local administrator', async () => {
  await using app = await chain();
  const range = { start: '2026-03-03', end: '2026-03-04' };
  const estimates = [
    { locationId: app.north.id, userId: app.anna.userId, estimated: 500 },
    { locationId: app.north.id, estimated: 600 },
    { userId: app.anna.userId, estimated: 700 },
    { userId: app.zane.userId, estimated: 800 },
    { estimated: 900 },
  ];
  for (const estimate of estimates) {
    assert.equal((await app.call(incomes.update, { date: '2026-03-04', ...estimate }, app.admin)).status, 204);
  }
  await app.call(
    incomes.update,
    { date: '2026-03-03', locationId: app.south.id, userId: app.zane.userId, estimated: 90 },
    app.admin,
  );
  const seen = async () => {
    const { answer } = await app.call(incomes.getPerUser, range, app.local);
    return answer.map(({ date, userName, estimated }) => [date.slice(-2), userName, estimated]);
  };
  assert.deepEqual(await seen(), [['03', 'Zane K', 90]]);
  // A grant of the page opens the calls of administrators, not the locations.
  const { id: pageId } = await app.database.read
    .selectFrom('pages')
    .select('id')
    .where('sRef', '=', '/app/company/reports/Income')
    .executeTakeFirstOrThrow();
  const { userId } = app.zane;
  await app.database.write.insertInto('userPages').values({ companyId: app.company.id, userId, pageId }).execute();
  const granted = await signIn(app, app.zane);
  const places = await app.call(incomes.getByLocation, range, granted);
  assert.deepEqual(
    places.answer?.map(({ date, location, estimated }) => [date.slice(-2), location, estimated]),
    [['03', 'South', 90]],
  );
  const company = await app.call(incomes.getByCompany, range, granted);
  assert.deepEqual(
    company.answer?.map(({ date, estimated }) => [date.slice(-2), estimated]),
    [
      ['03', 90],
      ['04', 0],
    ],
  );
});

test('a report is narrowed to a location or a person, whether days are closed or not', async () => {
  await using app = await chain();
  await app.pay(app.visits.done.id, 38);
  const month = { start: '2026-03-01', end: '2026-03-31' };
  const read = async (scope: { locationId?: string; userId?: string }, as = app.admin) => {
    const { answer } = await app.call(reports.getReport, { ...month, subject: 'calendarEvents', ...scope }, as);
    const [locations, people] = [answer.locations, answer.people].map((shares) =>
      shares.map(({ name, y }) => [name, y]),
    );
    return { days: answer.days.filter(({ y }) => y > 0).map(({ x, y }) => [x.slice(-2), y]), locations, people };
  };
  const south = {
    days: [
      ['01', 1],
      ['03', 1],
    ],
    locations: [['South', 2]],
    people: [['Zane K', 2]],
  };
  const none = { days: [], locations: [], people: [] };
  const abroad = await buildBusiness(app);
  await buildEvent(app, abroad.employee, { start: '2026-03-01T09:00:00Z', status: 'confirmed' });
  for (const closed of [false, true]) {
    if (closed) await closeDays(app);
    assert.deepEqual(await read({ locationId: app.south.id }), south);
    assert.deepEqual(await read({ userId: app.zane.userId }), south);
    assert.deepEqual(await read({ locationId: app.south.id, userId: app.zane.userId }, app.local), south);
    assert.deepEqual(
      await read({ locationId: app.north.id, userId: app.zane.userId }),
      { days: [], locations: [['North', 0]], people: [['Zane K', 0]] },
      'what it is narrowed to is named',
    );
    assert.deepEqual(await read({ locationId: app.north.id }, app.local), none, 'not their location');
    assert.deepEqual(await read({ userId: app.anna.userId }, app.local), none);
    assert.deepEqual(await read({ locationId: abroad.location.id }), none);
    assert.deepEqual(await read({ userId: abroad.employee.userId }), none);
  }
  const reasons = async (date: string, scope: object) => {
    const { answer } = await app.call(incomes.getReasons, { date, ...scope }, app.admin);
    return [answer.visitCount, answer.receiptCount];
  };
  assert.deepEqual(await reasons('2026-03-01', {}), [2, 0]);
  assert.deepEqual(await reasons('2026-03-01', { userId: app.anna.userId }), [1, 0]);
  assert.deepEqual(await reasons('2026-03-02', { locationId: app.north.id }), [0, 1]);
  assert.deepEqual(await reasons('2026-03-02', { locationId: app.south.id }), [0, 0]);
  assert.deepEqual(await reasons('2026-03-01', { locationId: abroad.location.id }), [0, 0]);
  assert.deepEqual(await reasons('2026-03-01', { userId: abroad.employee.userId }), [0, 0]);
});

test('reports compare with the period before, by location and person, whether days are closed or not', async () => {
  await using app = await chain();
  await app.pay(app.visits.done.id, 38);
  await buildMail(app, { companyId: app.company.id, state: 'sent', settledAt: '2026-02-11T23:30:00Z' });
  await buildMail(app, { companyId: app.company.id, state: 'kept', settledAt: '2026-02-11T10:00:00Z' });
  await app.database.write.updateTable('deliveries').set({ timeZone: 'Europe/Riga' }).execute();
  for (const closed of [false, true]) {
    if (closed) {
      await closeDays(app);
      await app.call(
        incomes.update,
        { date: '2026-03-03', locationId: app.south.id, userId: app.zane.userId, estimated: 140 },
        app.admin,
      );
    }
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
        ['North', { events: 1, eMails: 0, sms: 0, estimated: 40, calculated: 40, realized: 38 }, 0],
        ['South', { events: 2, eMails: 0, sms: 0, estimated: closed ? 210 : 140, calculated: 0, realized: 0 }, 0],
        ['', { events: 0, eMails: 0, sms: 0, estimated: 0, calculated: 0, realized: 0 }, 1],
      ],
    );
    const none = { sent: 0, visited: 0 };
    assert.deepEqual(company.answer.marketing, [
      { medium: 'mail', current: none, previous: none },
      { medium: 'sms', current: none, previous: none },
    ]);
    const dashboard = await app.call(reports.getDashboard, {}, app.admin);
    assert.deepEqual(dashboard.answer.people, [{ id: app.anna.userId, name: 'Anna B', y: 38, previous: 0 }]);
    const places = [{ id: app.north.id, name: 'North', y: 38, previous: 0 }];
    assert.deepEqual(dashboard.answer.locations, { week: places, month: places });
    assert.equal(dashboard.answer.companyIncomes?.find(({ date }) => date === '2026-03-02')?.realized, 38);
  }
});

test('a start after the end is swapped, instants count in the zone of the caller, long ranges are refused', async () => {
  await using app = await chain();
  const events = async (start: string, end: string) =>
    (await app.call(reports.getCalendarEvents, { start, end }, app.admin)).answer.length;
  assert.equal(await events('2026-03-03', '2026-03-01'), 3);
  assert.equal(await events('2026-02-28T22:30:00Z', '2026-03-01T21:30:00Z'), 2, 'both are 1 March in Riga');
  const current = await app.call(user.getCurrent, {}, app.admin);
  assert.equal(current.answer.timeZone, 'Europe/Riga', 'the browser asks for the days of that zone');
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
