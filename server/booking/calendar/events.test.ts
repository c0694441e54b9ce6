// Tests of creating, moving and deleting events as staff: accepted overlaps, all-day, read-only, notified visitors.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import type { Input } from '#contract/lib/service.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

type CalendarEventInput = Input<typeof calendars.insertEvent>;

async function office(given: Parameters<typeof buildBusiness>[1] = {}) {
  const app = await testApp();
  const { company, location, employee } = await buildBusiness(app, given);
  const { cookie } = await signIn(app, employee);
  const time = (start: string, end?: string) => {
    const from = Temporal.Instant.from(`2026-03-02T${start}:00Z`);
    return { start: from.toString(), end: end ? `2026-03-02T${end}:00Z` : from.add({ hours: 1 }).toString() };
  };
  const { calendarId } = employee;
  const make = (start: string, input: Partial<CalendarEventInput> = {}) =>
    app.call(calendars.insertEvent, { calendarId, title: 'Work', ...time(start), ...input }, { cookie });
  const update = (id: string, start: string, input: Partial<CalendarEventInput> & { version?: string } = {}) =>
    app.call(calendars.updateEvent, { id, calendarId, title: 'Work', ...time(start), ...input }, { cookie });
  const book = (start: string) =>
    app.call(publicCalendars.insertEvent, {
      locationUrlName: employee.locationUrlName,
      userUrlName: employee.urlName,
      start: `2026-03-02T${start}:00Z`,
      end: Temporal.Instant.from(`2026-03-02T${start}:00Z`).add({ minutes: 15 }).toString(),
      name: 'Mara',
      eMail: 'mara@example.org',
    });
  return Object.assign(app, { company, location, employee, cookie, time, make, update, book });
}

// Events that overlap can start together: then their lanes order them.
const rows = (app: TestApp) =>
  app.database.read.selectFrom('appointments').selectAll().orderBy('startAt').orderBy('lane').execute();
const mails = storedMails;

test('an overlap requires confirmation and changes nothing until then; the person who accepts it is recorded', async () => {
  await using app = await office();
  const first = (await app.make('09:00')).answer;
  const requested = await app.make('09:30');
  assert.deepEqual(
    requested.complaints.map(({ Key, Overlaps }) => [Key, Overlaps]),
    [['Start', true]],
  );
  assert.equal((await rows(app)).length, 1);
  const second = (await app.make('09:30', { acceptOverlap: true })).answer;
  const third = (await app.make('09:30', { acceptOverlap: true })).answer;
  assert.deepEqual([first.overlaps, second.overlaps, third.overlaps], [false, true, true]);
  assert.deepEqual(
    (await rows(app)).map(({ lane, overlapAcceptedBy }) => [lane, overlapAcceptedBy]),
    [
      [0, null],
      [1, app.employee.userId],
      [2, app.employee.userId],
    ],
  );
});

test('an accepted overlap blocks visitors and not staff', async () => {
  await using app = await office();
  const first = (await app.make('09:00')).answer;
  await app.make('09:30', { acceptOverlap: true });
  assert.equal((await app.call(calendars.deleteEvent, { id: first.id }, { cookie: app.cookie })).status, 204);
  assert.equal((await app.book('10:00')).status, 417, 'the second goes on to 10:30');
  assert.equal((await app.book('09:15')).status, 200);
  const overIt = await app.make('09:45', { end: '2026-03-02T10:30:00Z' });
  assert.equal(overIt.status, 200, 'not even asked');
});

test('editing the text of an accepted overlap needs no second confirmation; moving it does', async () => {
  await using app = await office();
  await app.make('09:00');
  const { id } = (await app.make('09:30', { acceptOverlap: true })).answer;
  const renamed = await app.update(id, '09:30', { title: 'Renamed' });
  assert.deepEqual([renamed.status, renamed.answer.title, renamed.answer.overlaps], [200, 'Renamed', true]);
  assert.equal((await app.update(id, '09:15')).status, 417);
  const away = await app.update(id, '10:00');
  assert.equal(away.answer.overlaps, false);
  assert.deepEqual(
    (await rows(app)).map(({ lane }) => lane),
    [0, 0],
  );
});

function send(app: Awaited<ReturnType<typeof office>>, payload: object) {
  const { cookie } = app;
  return app.server.inject({ method: 'POST', url: '/api/calendars/UpdateEvent', payload, headers: { cookie } });
}

test('a returned event can be sent back with a new time', async () => {
  await using app = await office();
  const made = await app.make('09:00', { name: 'Mara', eMail: 'mara@example.org', readOnly: true, type: 'warning' });
  const answered = JSON.parse(made.body);
  const moved = { ...answered, Start: '2026-03-02T13:00:00+02:00', End: '2026-03-02T14:00:00+02:00' };
  const sent = await send(app, moved);
  assert.equal(sent.statusCode, 200, sent.body);
  assert.deepEqual({ ...JSON.parse(sent.body), Version: '' }, { ...moved, Version: '' });
});

test('who names the version that they have read learns of what another person saved since, also of the customer', async () => {
  await using app = await office();
  const blocked = (await app.make('09:00', { type: 'danger' })).answer;
  const { id, version } = blocked;
  const saved = (await app.update(id, '09:00', { title: 'Lunch', version })).answer;
  const refused = await app.update(id, '11:00', { title: 'Meeting', version });
  assert.equal(refused.status, 409);
  assert.equal(JSON.parse(refused.body).Row.Title, 'Lunch');
  assert.equal(JSON.parse(refused.body).Row.Version, saved.version);
  const [row] = await rows(app);
  assert.deepEqual([row?.title, row?.startAt?.toString()], ['Lunch', '2026-03-02T09:00:00Z'], 'nothing is written');
  assert.equal((await app.update(id, '11:00', { title: 'Meeting', version: saved.version })).status, 200);
  // A client of the specification, which knows no versions, replaces what is there.
  assert.equal((await app.update(id, '12:00')).status, 200);
  const days = { allDay: true, startDate: '2026-03-04', endDate: '2026-03-05', name: 'Mara' };
  const whole = (await app.make('09:00', days)).answer;
  const { calendarId } = app.employee;
  const change = (given: Partial<CalendarEventInput> & { version?: string }) =>
    app.call(calendars.updateEvent, { id: whole.id, calendarId, ...given }, app);
  assert.equal((await change({ name: 'Mara Ozola', version: whole.version })).status, 200);
  assert.equal((await change({ name: 'Mara Liepa', version: whole.version })).status, 409);
});

test('an update cannot set the creator, the person who accepted an overlap or the reminder times', async () => {
  await using app = await office();
  const made = await app.make('09:00');
  const [before] = await rows(app);
  const forged = {
    UserUsers_Id: app.company.id,
    EMailRemainderSentAt: '2026-01-01T00:00:00Z',
    SmsRemainderSentAt: '2026-01-01T00:00:00Z',
    Overlaps: true,
    HeldUntil: '2026-03-09T00:00:00Z',
    TimeZone: 'Asia/Tokyo',
  };
  assert.equal((await send(app, { ...JSON.parse(made.body), ...forged })).statusCode, 200);
  const [event] = await rows(app);
  const changing = { updatedAt: 0, version: '' };
  assert.deepEqual({ ...event, ...changing }, { ...before, ...changing });
});

test('an all-day event is stored as dates in the calendar’s zone, also on the day of a clock change', async () => {
  await using app = await office();
  const instants = { start: '2026-03-28T22:00:00Z', end: '2026-03-29T21:00:00Z' };
  const dated = { allDay: true, startDate: '2026-03-29', endDate: '2026-03-30', ...instants };
  const { answer } = await app.make('09:00', dated);
  assert.deepEqual([answer.allDay, answer.startDate, answer.endDate], [true, '2026-03-29', '2026-03-30']);
  assert.ok(
    Temporal.Instant.from(answer.start).equals(instants.start) &&
      Temporal.Instant.from(answer.end).equals(instants.end),
    '23 hours',
  );
  const guessed = await app.make('09:00', {
    allDay: true,
    start: '2026-04-06T10:00:00+03:00',
    end: '2026-04-07T00:00:00+03:00',
  });
  assert.deepEqual([guessed.answer.startDate, guessed.answer.endDate], ['2026-04-06', '2026-04-07']);
  const timed = await app.update(answer.id, '12:00', { allDay: false });
  assert.deepEqual([timed.answer.allDay, timed.answer.startDate, timed.answer.endDate], [false, null, null]);
});

test('invalid times are rejected with their field, and none is a server error', async () => {
  await using app = await office();
  const wrong: Partial<CalendarEventInput>[] = [
    { end: '2026-03-02T09:00:00Z' },
    { end: '2026-03-02T08:00:00Z' },
    { start: '2026-03-02T09:00:00.0001Z', end: '2026-03-02T09:00:00.0002Z' },
    { end: '2027-06-02T09:00:00Z' },
    { allDay: true, startDate: '2026-03-02', endDate: '2026-03-02' },
    { allDay: true, startDate: '2026-03-02', endDate: '2199-03-02' },
  ];
  for (const input of wrong) {
    const answer = await app.make('09:00', input);
    assert.deepEqual(
      answer.complaints.map(({ Key }) => Key),
      ['End'],
      JSON.stringify(input),
    );
  }
  for (const field of ['Lane', 'CompanyId', 'Occupied', 'Sequence']) {
    const payload = {
      CalendarCalendars_Id: app.employee.calendarId,
      Title: 'x',
      Start: '2026-03-02T09:00:00Z',
      End: '2026-03-02T10:00:00Z',
      [field]: 1,
    };
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/calendars/InsertEvent',
      payload,
      headers: { cookie: app.cookie },
    });
    assert.deepEqual(
      answer.json().map(({ Key }: { Key: string }) => Key),
      [field],
    );
  }
});

test('a visitor is notified of a move and of nothing else, and the calendar entry counts its revisions', async () => {
  await using app = await office();
  const hold = (await app.book('10:00')).answer;
  await app.call(publicCalendars.confirmEvent, { id: hold.id, token: hold.token });
  const about = { name: 'Mara', eMail: 'mara@example.org', type: 'info' as const };
  const sameTime = { start: hold.start, end: hold.end };
  await app.update(hold.id, '10:00', { ...about, ...sameTime, title: 'Renamed' });
  assert.equal((await mails(app)).length, 1);
  await app.update(hold.id, '12:00', { ...about, title: 'Renamed' });
  const changed = (await mails(app)).at(-1);
  assert.deepEqual(
    [(await mails(app)).length, changed?.toEMail, changed?.calendarMethod],
    [2, 'mara@example.org', 'REQUEST'],
  );
  assert.match(changed?.subject ?? '', /^New time/);
  assert.match(changed?.calendarEntry ?? '', /SEQUENCE:1/);
  const links = await app.database.read.selectFrom('actionLinks').select('expiresAt').execute();
  assert.ok(
    links.length === 2 && links.every(({ expiresAt }) => expiresAt.equals('2026-03-02T12:00:00Z')),
    'links last to the new start',
  );
  await app.update(hold.id, '12:00', { ...about, type: 'success' });
  assert.match((await mails(app)).at(-1)?.subject ?? '', /^Confirmed/);
  assert.equal((await rows(app))[0]?.status, 'confirmed');
});

test('deleting a visitor’s appointment cancels it, notifies the visitor and frees the time; a hold is deleted without notice', async () => {
  await using app = await office();
  const agreed = (await app.book('10:00')).answer;
  await app.call(publicCalendars.confirmEvent, { id: agreed.id, token: agreed.token });
  const held = (await app.book('11:00')).answer;
  const before = (await mails(app)).length;
  for (const { id } of [agreed, held])
    assert.equal((await app.call(calendars.deleteEvent, { id }, { cookie: app.cookie })).status, 204);
  assert.deepEqual(
    (await rows(app)).map(({ id, status }) => [id, status]),
    [[agreed.id, 'cancelled']],
  );
  const sent = (await mails(app)).slice(before);
  assert.deepEqual(
    sent.map(({ toEMail, calendarMethod }) => [toEMail, calendarMethod]),
    [['mara@example.org', 'CANCEL']],
  );
  assert.equal((await app.call(calendars.deleteEvent, { id: agreed.id }, { cookie: app.cookie })).status, 404);
  assert.equal((await app.book('10:00')).status, 200);
});

test('a move keeps the buffers of the service, and staff can take the time of an expired hold', async () => {
  await using app = await office();
  const service = await buildService(app, app.employee, { minutes: 60, bufferAfter: 30 });
  const occupied = { start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:30:00Z' };
  const { id } = await buildEvent(app, app.employee, {
    start: '2026-03-02T09:00:00Z',
    serviceId: service.id,
    occupied,
    userId: null,
  });
  await app.update(id, '12:00');
  assert.match((await rows(app))[0]?.occupied ?? '', /12:00:00\+00","2026-03-02 13:30:00\+00"\)/);
  await app.book('15:00');
  app.clock.advance({ minutes: 30 });
  assert.equal((await app.make('15:00')).status, 200, 'not asked about a hold that nobody has any more');
  assert.equal((await rows(app)).length, 2);
});

test('a mail to the contact is queued and recorded; a text message is refused without a gateway', async () => {
  await using app = await office();
  const { id } = (await app.make('09:00', { name: 'Mara', eMail: 'mara@example.org' })).answer;
  const silent = (await app.make('10:00')).answer;
  const { cookie } = app;
  const sent = await app.call(calendars.sendEmailNotification, { id }, { cookie });
  assert.equal(sent.answer.eMailReminderSentAt, null, 'not before it is sent');
  assert.deepEqual(
    (await mails(app)).map(({ toEMail, subject }) => [toEMail, subject.split(':')[0]]),
    [
      ['mara@example.org', 'Confirmed'],
      ['mara@example.org', 'Reminder'],
    ],
  );
  const unsent = await app.call(calendars.sendEmailNotification, { id: silent.id }, { cookie });
  assert.deepEqual(
    unsent.complaints.map(({ Key }) => Key),
    ['EMail'],
  );
  const held = await buildEvent(app, app.employee, {
    start: '2026-03-02T15:00:00Z',
    status: 'held',
    eMail: 'v@example.org',
  });
  const early = await app.call(calendars.sendEmailNotification, { id: held.id }, { cookie });
  assert.deepEqual(
    early.complaints.map(({ Key }) => Key),
    ['EMail'],
  );
  const sms = await app.call(calendars.sendSmsNotification, { id }, { cookie });
  assert.deepEqual(
    sms.complaints.map(({ Key }) => Key),
    ['PhoneNumber'],
  );
});

test('only the creator can change or delete a read-only event', async () => {
  await using app = await office();
  const chief = await buildEmployee(app, app.location, { actions: ['admin'] });
  const asChief = await signIn(app, chief);
  const { id } = (await app.make('09:00', { readOnly: true })).answer;
  const { calendarId } = app.employee;
  const range = { calendarId, start: '2026-03-01T00:00:00Z', end: '2026-03-08T00:00:00Z' };
  const seen = await app.call(calendars.getCalendarEvents, range, asChief);
  assert.deepEqual(
    seen.answer.map(({ isEditable }) => isEditable),
    [false],
  );
  const moved = await app.call(calendars.updateEvent, { id, calendarId, title: 'x', ...app.time('11:00') }, asChief);
  assert.deepEqual([moved.status, JSON.parse(moved.body).Code], [403, 'calendar.readOnly']);
  assert.equal((await app.call(calendars.deleteEvent, { id }, asChief)).status, 403);
  assert.equal((await app.update(id, '11:00')).status, 200);
});

test('an overlap names the other event, unless the caller may not see it', async () => {
  await using app = await office();
  await app.make('09:00', { title: 'Blow-dry', name: 'Sanita Rudzīte' });
  const { complaints } = await app.make('09:30');
  assert.deepEqual(complaints[0]?.Others, [
    {
      Title: 'Blow-dry',
      Name: 'Sanita Rudzīte',
      Start: '2026-03-02T11:00:00+02:00',
      End: '2026-03-02T12:00:00+02:00',
      AllDay: false,
    },
  ]);
  const elsewhere = await buildLocation(app, app.company);
  const colleague = await buildEmployee(app, [app.location, elsewhere]);
  await buildEvent(app, { ...colleague, locationId: elsewhere.id }, { start: '2026-03-02T09:00:00Z' });
  const local = await signIn(app, await buildEmployee(app, app.location, { actions: ['lcladmin'] }));
  const input = { calendarId: colleague.calendarId, title: 'Work', ...app.time('09:30') };
  const refused = await app.call(calendars.insertEvent, input, { cookie: local.cookie });
  assert.deepEqual([refused.status, refused.complaints[0]?.Others], [417, []]);
});

test('a time outside the open times is refused only to a caller who asks for it', async () => {
  // Riga is two hours ahead; 2 March 2026 is a Monday.
  await using app = await office({ hours: [[1, '09:00', '18:00'] as const] });
  const { calendarId, companyId, locationId } = app.employee;
  const where = { companyId, calendarId, locationId };
  await app.database.write
    .insertInto('breaks')
    .values({ ...where, id: randomUUIDv7(), weekday: 1, startTime: '13:00', endTime: '14:00' })
    .execute();
  await app.database.write
    .insertInto('dateOverrides')
    .values({ ...where, id: randomUUIDv7(), date: '2026-03-09' })
    .execute();
  const ask = (start: string, end: string, more: Partial<CalendarEventInput> = {}) =>
    app.make('00:00', { start, end, acceptClosed: false, acceptOverlap: true, ...more });
  const answers = [
    await ask('2026-03-02T07:00:00Z', '2026-03-02T08:00:00Z'),
    await ask('2026-03-02T06:45:00Z', '2026-03-02T08:00:00Z'),
    await ask('2026-03-02T10:30:00Z', '2026-03-02T11:30:00Z'),
    await ask('2026-03-03T08:00:00Z', '2026-03-03T09:00:00Z'),
    await ask('2026-03-09T08:00:00Z', '2026-03-09T09:00:00Z'),
    await ask('2026-03-09', '2026-03-10', { allDay: true }),
    await ask('2026-03-02', '2026-03-05', { allDay: true }),
    await ask('2026-03-09T08:00:00Z', '2026-03-09T09:00:00Z', { acceptClosed: true }),
  ];
  assert.deepEqual(
    answers.map((one) => [one.status, one.status === 417 && one.complaints[0]?.Closed]),
    [
      [200, false],
      [417, true],
      [417, true],
      [417, true],
      [417, true],
      [417, true],
      [200, false],
      [200, false],
    ],
  );
  const { id } = answers[7]?.answer ?? { id: '' };
  const renamed = await app.call(calendars.updateEvent, { id, title: 'Renamed', acceptClosed: false }, app);
  assert.equal(renamed.status, 200, 'a time that stays was accepted before');
});

test('the open times have neither breaks nor days off, and the usual week for a calendar without hours', async () => {
  await using app = await office({ hours: [[1, '09:00', '18:00'] as const] });
  const { calendarId, companyId, locationId } = app.employee;
  await app.database.write
    .insertInto('breaks')
    .values({ companyId, calendarId, locationId, id: randomUUIDv7(), weekday: 1, startTime: '13:00', endTime: '14:00' })
    .execute();
  const week = { start: '2026-03-01T22:00:00Z', end: '2026-03-08T22:00:00Z' };
  const open = await app.call(calendars.getOpenTimes, { calendarId, ...week }, app);
  assert.deepEqual(open.answer, [
    { start: '2026-03-02T09:00:00+02:00', end: '2026-03-02T13:00:00+02:00' },
    { start: '2026-03-02T14:00:00+02:00', end: '2026-03-02T18:00:00+02:00' },
  ]);
  const newcomer = await buildEmployee(app, app.location, { hours: [] });
  const usual = await app.call(
    calendars.getOpenTimes,
    { calendarId: newcomer.calendarId, ...week },
    await signIn(app, newcomer),
  );
  assert.equal(usual.answer.length, 6);
  const foreign = await app.call(calendars.getOpenTimes, { calendarId: newcomer.calendarId, ...week }, app);
  assert.equal(foreign.status, 404);
});
