// Tests of the shift table, through HTTP: weekly hours, exceptions, and the people whom each caller sees.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const start = '2026-03-02';

test('a week has the weekly hours of each weekday, and the exceptions in their place', async () => {
  await using app = await testApp();
  const { location, employee } = await buildBusiness(app, {
    actions: ['admin'],
    hours: [
      [1, '14:00', '24:00'],
      [1, '09:00', '12:00'],
      [3, '09:00', '18:00'],
      [7, '10:00', '12:00'],
    ],
  });
  const as = await signIn(app, employee);
  const days = { locationId: location.id };
  await app.call(
    calendarSetup.saveOverride,
    { ...days, date: '2026-03-03', open: [{ start: '08:00', end: '10:00' }] },
    as,
  );
  await app.call(calendarSetup.saveOverride, { ...days, date: '2026-03-04' }, as);
  await app.call(calendarSetup.saveOverride, { ...days, date: '2026-03-09' }, as);
  const { answer } = await app.call(calendarSetup.getShifts, { start }, as);
  assert.equal(answer.length, 1);
  assert.deepEqual(
    answer[0]?.days.map(({ date, isException, open }) => [
      date,
      isException,
      open.map((range) => `${range.start}-${range.end}`).join(),
    ]),
    [
      ['2026-03-02', false, '09:00-12:00,14:00-24:00'],
      ['2026-03-03', true, '08:00-10:00'],
      ['2026-03-04', true, ''],
      ['2026-03-05', false, ''],
      ['2026-03-06', false, ''],
      ['2026-03-07', false, ''],
      ['2026-03-08', false, '10:00-12:00'],
    ],
  );
  const sunday = await app.call(calendarSetup.getShifts, { start: '2026-03-08' }, as);
  assert.deepEqual(
    sunday.answer[0]?.days.slice(0, 2).map(({ open }) => open.length),
    [1, 0],
    'from any day on',
  );
});

test('a day has the breaks of its weekday and location, in order; a day of its own has none', async () => {
  await using app = await testApp();
  const { company, location, employee } = await buildBusiness(app, { actions: ['admin'] });
  const harbour = await buildLocation(app, company);
  const both = await buildEmployee(app, [location, harbour]);
  const as = await signIn(app, employee);
  const { calendarId } = both;
  const week = [1, 2].map((weekday) => ({ weekday, start: '09:00', end: '18:00' }));
  const breaks = [
    { weekday: 1, start: '15:00', end: '15:15' },
    { weekday: 1, start: '12:00', end: '13:00' },
    { weekday: 2, start: '12:00', end: '13:00' },
  ];
  const save = { calendarId, locationId: location.id, hours: week, breaks };
  assert.equal((await app.call(calendarSetup.saveWorkingHours, save, as)).status, 200);
  const open = [{ start: '10:00', end: '14:00' }];
  await app.call(calendarSetup.saveOverride, { calendarId, locationId: location.id, date: '2026-03-03', open }, as);
  const { answer } = await app.call(calendarSetup.getShifts, { start }, as);
  const shown = (locationId: string) =>
    answer
      .find((row) => row.calendarId === calendarId && row.locationId === locationId)
      ?.days.map((day) => day.breaks.map((range) => `${range.start}-${range.end}`).join());
  assert.deepEqual(shown(location.id), ['12:00-13:00,15:00-15:15', '', '', '', '', '', '']);
  assert.deepEqual(shown(harbour.id), ['', '', '', '', '', '', '']);
});

test('an administrator sees everyone, a local one the people and places of their locations, others no one', async () => {
  await using app = await testApp();
  const { company, location, employee: admin } = await buildBusiness(app, { actions: ['admin'], firstName: 'Zane' });
  const second = await buildLocation(app, company);
  const local = await buildEmployee(app, location, { actions: ['lcladmin'], firstName: 'Lia' });
  const both = await buildEmployee(app, [location, second], { firstName: 'Berta' });
  const away = await buildEmployee(app, second, { firstName: 'Anna' });
  await buildBusiness(app);
  const seen = async (who: typeof admin) =>
    (await app.call(calendarSetup.getShifts, { start }, await signIn(app, who))).answer.map(
      ({ userId, locationId, name }) => [name.split(' ')[0], userId, locationId],
    );
  const rows = {
    anna: ['Anna', away.userId, second.id],
    berta: ['Berta', both.userId, location.id],
    bertaAway: ['Berta', both.userId, second.id],
    lia: ['Lia', local.userId, location.id],
    zane: ['Zane', admin.userId, location.id],
  };
  assert.deepEqual(await seen(admin), [rows.anna, rows.berta, rows.bertaAway, rows.lia, rows.zane]);
  assert.deepEqual(await seen(local), [rows.berta, rows.lia, rows.zane]);
  const refused = await app.call(calendarSetup.getShifts, { start }, await signIn(app, both));
  assert.equal(refused.status, 403);
});
