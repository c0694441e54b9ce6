// Tests of the links by which customers confirm and move their appointments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { appointmentOf, at, request, salon } from '#server/testing/build/salon.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';

test('an address that was proved in this browser confirms at once, for 180 days, and only this address', async () => {
  await using app = await salon();
  const { actionHash } = await request(app, '10:00');
  const confirmed = await app.server.inject({
    method: 'POST',
    url: '/api/publiccalendars/ProcessAppointment',
    payload: { ActionHash: actionHash, Action: 'confirm' },
  });
  const [cookie = ''] = String(confirmed.headers['set-cookie'] ?? '').split(';');
  assert.match(cookie, /^daybook-proved=/);
  assert.equal((await request(app, '12:00', 'visitor@example.org', cookie)).type, 'success');
  assert.equal((await request(app, '13:00', 'other@example.org', cookie)).type, 'info');
  assert.equal((await request(app, '14:00', 'visitor@example.org')).type, 'info', 'another browser');
  const forged = cookie.replace(/=\d+/, '=99999999999');
  assert.equal((await request(app, '15:00', 'visitor@example.org', forged)).type, 'info');
});

test('a customer moves an appointment by its link in one update, within the notice of its services', async () => {
  await using app = await salon();
  const { id, actionHash } = await request(app, '10:00');
  await buildEvent(app, app.employee, { start: at('12:00') });
  await app.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  const day = { start: '2026-03-02T00:00:00Z', end: '2026-03-03T00:00:00Z' };
  const free = (await app.call(publicCalendars.getNewTimes, { actionHash, ...day })).answer;
  const starts = free.slots.map(({ start }) => Temporal.Instant.from(start).toString());
  assert.ok(starts.includes(at('10:15')), 'its own time counts as free');
  assert.ok(!starts.includes(at('11:15')), 'that of others does not');
  const taken = await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('12:00') });
  assert.equal(taken.status, 417);
  assert.notDeepEqual(taken.complaints[0]?.Nearest ?? [], []);
  const moved = await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('10:30') });
  assert.deepEqual(
    [moved.status, moved.answer.start, moved.answer.end],
    [200, '2026-03-02T12:30:00+02:00', '2026-03-02T13:30:00+02:00'],
  );
  const mail = (await app.mails()).at(-1);
  assert.match(mail?.subject ?? '', /^New time/);
  assert.match(mail?.calendarEntry ?? '', /DTSTART:20260302T103000Z/);
  const [event] = await app.database.read
    .selectFrom('events')
    .select(['startAt', 'occupied'])
    .where('id', '=', id)
    .execute();
  assert.ok(event?.startAt.equals(at('10:30')));
  const repeated = await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('10:30') });
  assert.equal(repeated.status, 200);
  assert.equal((await app.mails()).at(-1)?.id, mail?.id, 'a repeated call sends no mail');
  const statuses = [];
  for (let move = 0; move < 10; move++) {
    const start = at(move % 2 ? '10:30' : '10:45');
    statuses.push((await app.call(publicCalendars.rescheduleAppointment, { actionHash, start })).status);
  }
  assert.deepEqual([statuses.slice(0, 9).every((status) => status === 200), statuses[9]], [true, 429]);

  await app.database.write.updateTable('visits').set({ cancelHours: 24 }).where('id', '=', id).execute();
  assert.equal((await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('14:00') })).status, 409);
  const late = await app.call(publicCalendars.processAppointment, { actionHash, action: 'cancell' });
  assert.equal(late.answer.state, 'cancelled', 'a late cancellation works');
  assert.equal((await app.visit(id))?.isLate, true);
  const { read } = app.database;
  const item = await read.selectFrom('reminders').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow();
  assert.match(item.text, /^Cancelled late by the customer: Visitor, /);
  const notice = (await app.mails()).filter(({ toEMail }) => toEMail === app.employee.logIn).at(-1);
  assert.match(notice?.subject ?? '', /^Cancelled late: Visitor, /);
  assert.match(notice?.plain ?? '', /Visitor has cancelled the appointment late\./);
  const { contactId } = (await app.visit(id)) ?? {};
  const [listed] = (await app.call(visits.getOfContact, { contactId: contactId ?? '' }, app.as)).answer;
  assert.deepEqual(
    [listed?.status, listed?.endedBy, listed?.endReason, listed?.isLate],
    ['cancelled', 'customer', '', true],
  );
});

test('customers move an appointment within the notice and the horizon of its services, also of the second', async () => {
  await using app = await salon();
  const cut = await buildService(app, app.employee, { minutes: 30 });
  const colour = await buildService(app, app.employee, { minutes: 30, noticeMinutes: 48 * 60, horizonDays: 9 });
  const { actionHash } = await appointmentOf(app, [cut, colour], '2026-03-05T10:00:00Z');
  const range = { start: '2026-03-02T00:00:00Z', end: '2026-04-20T00:00:00Z' };
  const { slots, lastDay } = (await app.call(publicCalendars.getNewTimes, { actionHash, ...range })).answer;
  const earliest = app.clock.now().add({ hours: 48 });
  assert.ok(slots.length > 0 && slots.every(({ start }) => Temporal.Instant.compare(start, earliest) >= 0), 'notice');
  assert.equal(lastDay, '2026-03-11');
  const moveTo = async (start: string) =>
    (await app.call(publicCalendars.rescheduleAppointment, { actionHash, start })).status;
  assert.equal(await moveTo('2026-03-02T15:00:00Z'), 417, 'in some hours');
  assert.equal(await moveTo('2026-03-12T10:00:00Z'), 417, 'beyond the horizon');
  assert.equal(await moveTo('2026-03-06T10:00:00Z'), 200);
});

test('an appointment moves over the visit of another customer that lies in its pause', async () => {
  await using app = await salon();
  const colour = await buildService(app, app.employee, { minutes: 120, pauseStart: 30, pauseMinutes: 60 });
  const { id, actionHash } = await appointmentOf(app, [colour], '2026-03-03T10:00:00Z');
  await buildEvent(app, app.employee, { start: '2026-03-04T10:30:00Z', end: '2026-03-04T11:30:00Z' });
  const moveTo = (start: string) => app.call(publicCalendars.rescheduleAppointment, { actionHash, start });
  assert.equal((await moveTo('2026-03-04T10:15:00Z')).status, 417, 'the work meets the other visit');
  assert.equal((await moveTo('2026-03-04T10:00:00Z')).status, 200);
  const event = await app.database.read.selectFrom('events').select('occupied').where('id', '=', id).executeTakeFirst();
  assert.equal(String(event?.occupied).split('),').length, 2, 'the pause is still free');
});

test('an appointment whose parts staff let overlap moves as a whole', async () => {
  await using app = await salon();
  const [cut, care] = [await buildService(app, app.employee), await buildService(app, app.employee)];
  const { id, actionHash } = await appointmentOf(app, [cut, care], '2026-03-03T10:00:00Z');
  const visit = (await app.call(visits.getVisit, { id }, app.as)).answer;
  const { moves: _moves, source: _source, timeZone: _zone, start: _start, end: _end, ...rest } = visit;
  const saved = await app.call(
    visits.updateVisit,
    {
      ...{ id: rest.id, version: rest.version, contactId: rest.contactId, name: rest.name, eMail: rest.eMail },
      acceptOverlap: true,
      parts: rest.parts.map(({ eventId, calendarId, serviceId }) => ({
        ...{ eventId, calendarId, serviceId, minutes: 60 },
        start: '2026-03-03T10:00:00Z',
      })),
    },
    app.as,
  );
  assert.equal(saved.status, 200, saved.body);
  const moved = await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: '2026-03-04T10:00:00Z' });
  assert.equal(moved.status, 200, moved.body);
  const events = await app.database.read.selectFrom('events').select(['startAt', 'lane']).orderBy('lane').execute();
  assert.deepEqual(
    events.map(({ startAt, lane }) => [startAt.toString(), lane]),
    [
      ['2026-03-04T10:00:00Z', 0],
      ['2026-03-04T10:00:00Z', 1],
    ],
  );
});
