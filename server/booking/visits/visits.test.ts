// Tests of visits: their states, what customers are told, requests that expire, appointments that customers move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import {
  blockingStatuses,
  endedStatuses,
  staffMoves,
  undoMoves,
  type VisitStatus,
  visitStatuses,
  visits,
} from '#contract/booking/visits.ts';
import { company } from '#contract/company/details.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { visitMayStillSend } from '#server/booking/notifications/may-still-send.ts';
import {
  buildBusiness,
  buildContact,
  buildEmployee,
  buildEvent,
  buildLocation,
  buildService,
  changeVisit,
  signIn,
  verifyCompany,
} from '#server/testing/build.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { countBegunVisits } from './count-visits.ts';
import { eventFigures } from './event-figures.ts';
import { expireRequests } from './expire-requests.ts';

const at = (time: string) => `2026-03-02T${time}:00Z`;

async function salon(options: { env?: Record<string, string>; actions?: readonly string[] } = {}) {
  const app = await testApp({ env: options.env ?? {} });
  const business = await buildBusiness(app, {
    actions: options.actions ?? ['user'],
    // Tests move the clock.
    sessionActiveMinutes: 1440,
  });
  const { cookie } = await signIn(app, business.employee);
  const as = { cookie };
  /** After hours without a call the session is locked: signs in again. */
  const signInAgain = async () => Object.assign(as, await signIn(app, business.employee));
  const place = { locationUrlName: business.employee.locationUrlName, userUrlName: business.employee.urlName };
  return {
    ...app,
    ...business,
    as,
    signInAgain,
    place,
    mails: () =>
      app.database.read
        .selectFrom('emailMessages as m')
        .innerJoin('deliveries as d', 'd.id', 'm.id')
        .selectAll('m')
        .select(['d.state', 'd.dueAt'])
        .orderBy('m.id')
        .execute(),
    visit: (id: string) => app.database.read.selectFrom('visits').selectAll().where('id', '=', id).executeTakeFirst(),
    move: (
      id: string,
      status: VisitStatus,
      more: { reason?: string; notify?: boolean; acceptOverlap?: boolean } = {},
    ) => app.call(visits.changeStatus, { id, status, ...more }, as),
    insert: (start: string, end: string, more: object = {}) =>
      app.call(
        calendars.insertEvent,
        {
          calendarId: business.employee.calendarId,
          title: 'Haircut',
          start: at(start),
          end: at(end),
          name: 'Mara',
          eMail: 'mara@example.org',
          ...more,
        },
        as,
      ),
  };
}

/** Sends the waiting mails, as the worker would. */
async function send(app: Pick<TestApp, 'database' | 'clock'>): Promise<void> {
  await app.database.write
    .updateTable('deliveries')
    .set({ state: 'sent', settledAt: app.clock.now(), attempts: 1 })
    .where('state', '=', 'queued')
    .execute();
}

test('every state blocks its time or frees it, and only the moves of the table are possible', async () => {
  await using app = await salon();
  for (const [index, status] of visitStatuses.entries()) {
    const start = Temporal.Instant.from(at('10:00')).add({ hours: 24 * index });
    const build = async () => (await buildEvent(app, app.employee, { start, status, name: 'Mara', eMail: '' })).id;
    let id = await build();
    for (const to of visitStatuses) {
      await changeVisit(app, id, { status, heldUntil: status === 'held' ? start : null });
      const moved = await app.move(id, to);
      // A request that was answered returns only as an undo, and so does a customer who had come.
      const isMove = (staffMoves[status] as readonly string[]).includes(to) && !undoMoves[status]?.includes(to);
      assert.equal(moved.status, isMove || to === status ? 200 : 409, `${status} to ${to}`);
      if (moved.status === 200) assert.equal(moved.answer.status, to);
      if (status === 'held' && to === 'cancelled') {
        assert.equal(await app.visit(id), undefined, 'no record of a visitor who agreed to nothing');
        id = await build();
        continue;
      }
      const event = await app.database.read
        .selectFrom('events')
        .select('blocks')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (isMove) assert.equal(event.blocks, blockingStatuses.includes(to), to);
    }
  }
});

test('a freed time that was taken meanwhile is taken again only after a question', async () => {
  await using app = await salon();
  const { id } = (await app.insert('09:00', '10:00')).answer;
  await app.move(id, 'no_show');
  assert.equal((await app.insert('09:00', '10:00', { name: 'Lena', eMail: '' })).status, 200, 'the time is free');
  const refused = await app.move(id, 'confirmed');
  assert.deepEqual([refused.status, refused.complaints[0]?.Overlaps], [417, true]);
  assert.equal((await app.move(id, 'confirmed', { acceptOverlap: true })).answer.status, 'confirmed');
});

test('customers of staff are told of their visit, its move and its end; an undone change sends nothing', async () => {
  await using app = await salon({ env: { UNDO_SECONDS: '30' } });
  const { id } = (await app.insert('09:00', '10:00')).answer;
  const [first] = await app.mails();
  assert.match(first?.subject ?? '', /^Confirmed/);
  assert.ok(first?.dueAt.equals(app.clock.now().add({ seconds: 30 })), 'it waits while the change can be undone');
  const update = (start: string, end: string) =>
    app.call(calendars.updateEvent, { id, start: at(start), end: at(end) }, app.as);

  await update('11:00', '12:00');
  const subjects = async () => (await app.mails()).map(({ subject }) => subject);
  assert.equal((await subjects()).length, 1, 'one mail, with the last time');
  assert.match((await subjects())[0] ?? '', /^Confirmed.*13:00/);
  app.clock.advance({ seconds: 31 });
  await send(app);

  await update('12:00', '13:00');
  assert.match((await subjects())[1] ?? '', /^New time/);
  await update('11:00', '12:00');
  assert.equal((await subjects()).length, 1, 'back to what the customer knows');
  await update('14:00', '15:00');
  app.clock.advance({ seconds: 31 });
  await send(app);
  assert.match((await app.mails())[1]?.plain ?? '', /13:00[\s\S]*16:00|16:00[\s\S]*13:00/, 'the old and the new time');

  await app.call(calendars.deleteEvent, { id }, app.as);
  assert.match((await subjects())[2] ?? '', /cancelled/i);
  assert.equal((await app.move(id, 'confirmed')).status, 200, 'the deletion is undone');
  assert.equal((await subjects()).length, 2);
});

test('no customer is told about a visit that is over', async () => {
  await using app = await salon();
  const { id } = await buildEvent(app, app.employee, {
    start: '2026-03-02T06:00:00Z',
    userId: null,
    name: 'Mara',
    eMail: 'mara@example.org',
  });
  await app.call(calendars.deleteEvent, { id }, app.as);
  assert.equal((await app.visit(id))?.status, 'cancelled');
  assert.deepEqual(await app.mails(), []);
});

test('a customer is not told when staff say so, and hears of it with the next change', async () => {
  await using app = await salon();
  const { id } = (await app.insert('09:00', '10:00', { notify: false })).answer;
  assert.deepEqual(await app.mails(), []);
  await app.call(calendars.updateEvent, { id, start: at('10:00'), end: at('11:00') }, app.as);
  assert.match((await app.mails())[0]?.subject ?? '', /^Confirmed/, 'the first that they hear');
});

test('a declined request says why, if the company has proved its address', async () => {
  for (const isVerified of [true, false]) {
    await using app = await salon();
    if (isVerified) await verifyCompany(app, app.company);
    const { id } = await buildEvent(app, app.employee, {
      start: at('09:00'),
      status: 'requested',
      userId: null,
      name: 'Mara',
      eMail: 'mara@example.org',
    });
    const { answer } = await app.move(id, 'declined', { reason: 'We are on holiday.' });
    assert.deepEqual([answer.status, answer.endedBy, answer.endReason], ['declined', 'staff', 'We are on holiday.']);
    const [mail] = await app.mails();
    assert.equal((await app.move(id, 'requested')).answer.status, 'requested', 'an undo');
    assert.equal(mail?.calendarMethod, 'CANCEL');
    assert.equal(mail?.plain.includes('We are on holiday.'), isVerified);
  }
});

async function request(
  app: Awaited<ReturnType<typeof salon>>,
  start: string,
  eMail = 'visitor@example.org',
  cookie = '',
) {
  const hold = await app.call(publicCalendars.insertEvent, {
    ...app.place,
    start: at(start),
    end: at(`${String(Number(start.slice(0, 2)) + 1).padStart(2, '0')}:00`),
    name: 'Visitor',
    eMail,
  });
  assert.equal(hold.status, 200, hold.body);
  const { id, token } = hold.answer;
  const confirmed = await app.call(publicCalendars.confirmEvent, { id, token }, cookie ? { cookie } : {});
  const mail = (await app.mails()).filter(({ toEMail }) => toEMail === eMail).at(-1);
  const actionHash = /\/appointment\/([\w-]{22,})\//.exec(mail?.plain ?? '')?.[1] ?? '';
  return { id, type: confirmed.answer.type, actionHash };
}

test('a request expires a day after its mail was sent, at its start at the latest, and never while the mail waits', async () => {
  await using app = await salon();
  const { id, actionHash } = await request(app, '15:00');
  assert.match((await app.mails()).at(-1)?.plain ?? '', /expires 24 hours after this e-mail was sent/);
  const later = await buildEvent(app, app.employee, {
    start: '2026-03-09T09:00:00Z',
    status: 'requested',
    userId: null,
    eMail: 'w@example.org',
  });
  app.clock.set('2026-03-02T14:59:00Z');
  assert.equal(await expireRequests(app), 0, 'the mail waits');
  const [asked] = (await app.call(visits.getRequests, {}, app.as)).answer;
  assert.deepEqual([asked?.id, asked?.mail, asked?.expires], [id, 'waiting', null]);
  app.clock.set('2026-03-02T15:00:00Z');
  assert.equal(await expireRequests(app), 1, 'its start has come');
  assert.equal((await app.visit(id))?.status, 'expired');
  assert.equal((await app.call(publicCalendars.getAppointment, { actionHash })).answer.state, 'expired');
  app.clock.set('2026-03-03T08:00:01Z');
  await app.signInAgain();
  assert.equal(await expireRequests(app), 1, 'a mail that is gone counts from the request');
  assert.equal((await app.visit(later.id))?.status, 'expired');
  const events = await app.database.read.selectFrom('events').select('blocks').execute();
  assert.ok(events.every(({ blocks }) => !blocks));
  assert.equal((await app.move(later.id, 'confirmed')).answer.status, 'confirmed', 'staff take it anyway');
});

test('requests say who waits for which service until when; each caller sees those that they may answer', async () => {
  await using app = await salon();
  const service = await buildService(app, app.employee, { name: 'Haircut', minutes: 60 });
  const colleague = await buildEmployee(app, await buildLocation(app, app.company), {
    firstName: 'Zoe',
    lastName: 'Zed',
  });
  const local = await buildEmployee(app, app.location, { actions: ['lcladmin'] });
  const admin = await buildEmployee(app, app.location, { actions: ['admin'] });
  const { employee: stranger } = await buildBusiness(app, { actions: ['admin'] });
  const mine = await buildEvent(app, app.employee, {
    start: at('12:00'),
    status: 'requested',
    userId: null,
    serviceId: service.id,
    name: 'Mara',
    eMail: 'mara@example.org',
    phoneNumber: '+371 20000001',
  });
  const theirs = await buildEvent(app, colleague, { start: at('11:00'), status: 'requested', userId: null });
  const seenBy = async (employee: typeof admin) =>
    (await app.call(visits.getRequests, {}, await signIn(app, employee))).answer;
  const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  const [request, ...others] = await seenBy(app.employee);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [request?.name, request?.services, request?.eMail, request?.phoneNumber, request?.expires],
    ['Mara', ['Haircut'], 'mara@example.org', '+371 20000001', '2026-03-02T12:00:00+00:00'],
  );
  assert.deepEqual(idsOf(await seenBy(local)), [mine.id]);
  assert.deepEqual(idsOf(await seenBy(admin)), [theirs.id, mine.id]);
  assert.equal((await seenBy(admin))[0]?.person, 'Zoe Zed');
  assert.deepEqual(await seenBy(stranger), []);
  app.clock.set('2026-03-02T11:30:00Z');
  await expireRequests(app);
  const [open, ...rest] = await seenBy(admin);
  assert.deepEqual([open?.id, open?.isExpired, rest.length], [mine.id, false, 0], 'begun requests cannot be taken');
});

test('a request that staff confirmed by mistake waits again: nothing is sent, and it expires when it would have', async () => {
  await using app = await salon({ env: { UNDO_SECONDS: '30' } });
  const { id, actionHash } = await request(app, '15:00');
  await send(app);
  const [asked] = (await app.call(visits.getRequests, {}, app.as)).answer;
  app.clock.advance({ minutes: 5 });
  assert.equal((await app.move(id, 'confirmed')).answer.moves.includes('requested'), true);
  assert.match((await app.mails()).at(-1)?.subject ?? '', /^Confirmed/);
  app.clock.advance({ seconds: 20 });
  assert.equal((await app.move(id, 'requested')).answer.status, 'requested');
  assert.deepEqual(
    (await app.mails()).map(({ state }) => state),
    ['sent'],
    'the mail that waited is withdrawn',
  );
  assert.deepEqual((await app.call(visits.getRequests, {}, app.as)).answer, [asked]);

  await app.move(id, 'confirmed', { notify: false });
  app.clock.advance({ seconds: 61 });
  assert.equal((await app.move(id, 'requested')).status, 409, 'too late');

  const other = await request(app, '12:00', 'lena@example.org');
  await app.call(publicCalendars.processAppointment, { actionHash: other.actionHash, action: 'confirm' });
  assert.equal((await app.move(other.id, 'requested')).status, 409, 'the customer confirmed');
  assert.equal((await app.call(publicCalendars.getAppointment, { actionHash })).answer.state, 'confirmed');
});

test('the cancellation of a customer who had come is undone within a minute, not later', async () => {
  await using app = await salon();
  for (const seconds of [60, 61]) {
    const { id } = await buildEvent(app, app.employee, { start: at('10:00'), status: 'started', name: 'Mara' });
    await app.move(id, 'cancelled');
    app.clock.advance({ seconds });
    assert.equal((await app.move(id, 'started')).status, seconds === 60 ? 200 : 409);
    await app.move(id, 'cancelled');
  }
});

test('a week after it expired, staff can no longer take a request', async () => {
  await using app = await salon();
  const { id } = await buildEvent(app, app.employee, {
    start: '2026-03-20T09:00:00Z',
    status: 'requested',
    userId: null,
  });
  app.clock.set('2026-03-03T08:00:01Z');
  assert.equal(await expireRequests(app), 1);
  app.clock.advance({ hours: 7 * 24 + 1 });
  await app.signInAgain();
  assert.equal((await app.move(id, 'confirmed')).status, 409);
});

test('where the company confirms requests itself, the link proves the address and staff confirm', async () => {
  await using app = await salon();
  const admin = await signIn(app, await buildEmployee(app, app.location, { actions: ['admin'] }));
  const rules = { confirmsRequests: true, requestHours: 48 };
  assert.equal((await app.call(company.setRequestRules, rules, app.as)).status, 403);
  assert.equal((await app.call(company.setRequestRules, rules, admin)).answer.requestHours, 48);
  const tooLong = await app.call(company.setRequestRules, { ...rules, requestHours: 169 }, admin);
  assert.equal(tooLong.status, 417);
  const shown = (await app.call(publicCalendars.getProfile, app.place)).answer;
  assert.deepEqual([shown.confirmsRequests, shown.requestHours], [true, 48]);
  const { id, actionHash } = await request(app, '15:00');
  const { plain = '' } = (await app.mails()).at(-1) ?? {};
  assert.match(plain, /then answers your request by e-mail/);
  assert.doesNotMatch(plain, /expires/);
  await send(app);
  const { answer } = await app.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  assert.deepEqual(
    [answer.state, answer.waitsForCompany, answer.moves.includes('confirm')],
    ['requested', true, false],
  );
  app.clock.set('2026-03-02T14:59:59Z');
  assert.equal(await expireRequests(app), 0);
  assert.equal((await app.call(visits.getRequests, {}, app.as)).answer[0]?.expires, null);
  assert.equal((await app.move(id, 'confirmed')).status, 200);
  assert.match((await app.mails()).at(-1)?.subject ?? '', /^Confirmed/);
});

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
  const starts = free.slots.map(({ start }) => start);
  assert.ok(starts.includes(at('10:15')), 'its own time counts as free');
  assert.ok(!starts.includes(at('11:15')), 'that of others does not');
  const taken = await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('12:00') });
  assert.equal(taken.status, 417);
  assert.notDeepEqual(taken.complaints[0]?.Nearest ?? [], []);
  const moved = await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('10:30') });
  assert.deepEqual([moved.status, moved.answer.start, moved.answer.end], [200, at('10:30'), at('11:30')]);
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

test('staff who confirm a hold add its customer; one that they cancel is deleted, and its visitor gets no mail', async () => {
  await using app = await salon();
  const holdAt = async (start: string) => {
    const hold = await app.call(publicCalendars.insertEvent, {
      ...app.place,
      start: at(start),
      end: at(start.replace(':00', ':30')),
      name: 'Visitor',
      eMail: 'visitor@example.org',
    });
    return hold.answer.id;
  };
  const [cancelled, confirmed] = [await holdAt('10:00'), await holdAt('12:00')];
  assert.deepEqual((await app.move(cancelled, 'cancelled')).answer.status, 'cancelled');
  assert.equal(await app.visit(cancelled), undefined);
  assert.deepEqual(await app.mails(), [], 'they have not agreed to mail');
  const { answer } = await app.move(confirmed, 'confirmed');
  assert.ok(answer.contactId);
  const contact = await app.database.read
    .selectFrom('contacts')
    .select(['name', 'visitsCount'])
    .where('id', '=', answer.contactId)
    .executeTakeFirst();
  assert.equal(contact?.name, 'Visitor');
  assert.match((await app.mails())[0]?.subject ?? '', /^Confirmed/);
});

test('a request that has ended is confirmed by no repeated call', async () => {
  await using app = await salon();
  for (const [start, status] of [
    ['10:00', 'expired'],
    ['12:00', 'declined'],
    ['14:00', 'cancelled'],
  ] as const) {
    const hold = await app.call(publicCalendars.insertEvent, {
      ...app.place,
      start: at(start),
      end: at(start.replace(':00', ':30')),
      name: 'Visitor',
      eMail: 'visitor@example.org',
    });
    const { id, token } = hold.answer;
    assert.equal((await app.call(publicCalendars.confirmEvent, { id, token })).status, 200);
    await changeVisit(app, id, { status });
    const repeated = await app.call(publicCalendars.confirmEvent, { id, token });
    assert.equal(repeated.status, 404, status);
  }
});

test('a mail that has not left never names a time that the visit no longer has', async () => {
  await using app = await salon();
  const { id } = (await app.insert('09:00', '10:00')).answer;
  await app.call(calendars.sendEmailNotification, { id }, app.as);
  await app.call(calendars.updateEvent, { id, start: at('11:00'), end: at('12:00') }, app.as);
  assert.deepEqual(await sendable(app), ['visit.changed'], 'neither the confirmation nor the reminder');
});

test('a mail that waits for another attempt is replaced by the next news', async () => {
  await using app = await salon();
  const { id } = (await app.insert('09:00', '10:00')).answer;
  await app.database.write.updateTable('deliveries').set({ attempts: 1 }).execute();
  await app.call(calendars.updateEvent, { id, start: at('11:00'), end: at('12:00'), notify: false }, app.as);
  const mails = await app.mails();
  assert.deepEqual(
    mails.map(({ subject }) => /^Confirmed.*13:00/.test(subject)),
    [true],
    'the customer has heard of nothing yet',
  );
});

test('an undo of what the customer was not told sends nothing, and one of what they were told takes the mail back', async () => {
  await using app = await salon({ env: { UNDO_SECONDS: '30' } });
  const { id } = (await app.insert('09:00', '10:00', { notify: false })).answer;
  const update = (start: string, end: string, more: object) =>
    app.call(calendars.updateEvent, { id, start: at(start), end: at(end), ...more }, app.as);
  const subjects = async () => (await app.mails()).map(({ subject }) => subject);
  await update('11:00', '12:00', { notify: false });
  await update('09:00', '10:00', { notify: false, isUndo: true });
  assert.deepEqual(await subjects(), []);
  await update('11:00', '12:00', {});
  assert.equal((await subjects()).length, 1);
  await update('09:00', '10:00', { isUndo: true });
  assert.deepEqual(await subjects(), [], 'they were to hear of the move only');
  const cancelled = await app.call(visits.changeStatus, { id, status: 'cancelled' }, app.as);
  assert.equal(cancelled.status, 200);
  await app.call(visits.changeStatus, { id, status: 'confirmed', isUndo: true }, app.as);
  assert.deepEqual(await subjects(), []);
});

test('a visit that was saved since is not given another state by a caller who names its version', async () => {
  await using app = await salon();
  const parts = [{ calendarId: app.employee.calendarId, title: 'Cut', start: at('09:00'), minutes: 30 }];
  const { answer: made } = await app.call(visits.insertVisit, { name: 'Mara', parts }, app.as);
  const { id, version } = made;
  await app.call(visits.changeStatus, { id, status: 'arrived' }, app.as);
  const cancel = { id, status: 'cancelled', version, isUndo: true } as const;
  const refused = await app.call(visits.changeStatus, cancel, app.as);
  assert.equal(refused.status, 409);
  assert.equal((await app.visit(id))?.status, 'arrived');
  const present = (await app.call(visits.getVisit, { id }, app.as)).answer;
  const again = await app.call(visits.changeStatus, { ...cancel, version: present.version }, app.as);
  assert.deepEqual([again.status, again.answer.status], [200, 'cancelled']);
});

test('an undo brings back the mail that the change replaced, and tells a customer who has heard of the change', async () => {
  await using app = await salon({ env: { UNDO_SECONDS: '30' } });
  const { id } = (await app.insert('09:00', '10:00')).answer;
  const update = (start: string, end: string, more: object) =>
    app.call(calendars.updateEvent, { id, start: at(start), end: at(end), ...more }, app.as);
  const last = async () => (await app.mails()).at(-1)?.subject ?? '';
  for (const notify of [true, false]) {
    await update('11:00', '12:00', { notify });
    assert.match(await last(), /^Confirmed.*13:00/);
    await update('09:00', '10:00', { notify, isUndo: true });
    assert.match(await last(), /^Confirmed.*11:00/, `notify ${notify}`);
  }
  await send(app);
  await update('11:00', '12:00', {});
  await send(app);
  await update('09:00', '10:00', { isUndo: true });
  assert.match(await last(), /^New time.*11:00/);
});

test('a note on a visit that its customer was never told of is no news; a first address is', async () => {
  await using app = await salon();
  const { id } = (await app.insert('09:00', '10:00', { notify: false })).answer;
  await app.call(calendars.updateEvent, { id, description: 'Likes tea' }, app.as);
  assert.deepEqual(await app.mails(), []);
  const other = (await app.insert('11:00', '12:00', { eMail: '' })).answer;
  await app.call(calendars.updateEvent, { id: other.id, eMail: 'mara@example.org' }, app.as);
  assert.deepEqual(
    (await app.mails()).map(({ toEMail, subject }) => [toEMail, subject.slice(0, 9)]),
    [['mara@example.org', 'Confirmed']],
  );
});

test('a corrected address gets the appointment, and the links to the former one do nothing', async () => {
  await using app = await salon();
  const { id } = (await app.insert('09:00', '10:00')).answer;
  const linkIn = (mail: { plain: string } | undefined) =>
    /\/appointment\/([\w-]{22,})\//.exec(mail?.plain ?? '')?.[1] ?? '';
  const [first] = await app.mails();
  await send(app);
  const stateOf = async (actionHash: string) => (await app.call(publicCalendars.getAppointment, { actionHash })).status;
  assert.equal(await stateOf(linkIn(first)), 200);
  const visit = (await app.call(visits.getVisit, { id }, app.as)).answer;
  const correct = async (eMail: string) => {
    const { version } = (await app.call(visits.getVisit, { id }, app.as)).answer;
    const { contactId, name, parts } = visit;
    const kept = parts.map(({ eventId, calendarId, serviceId, title, start }) => ({
      eventId,
      calendarId,
      serviceId,
      title,
      start,
    }));
    return app.call(visits.updateVisit, { id, version, contactId, name, eMail, parts: kept }, app.as);
  };
  assert.equal((await correct('mara@example.com')).status, 200);
  const mails = await app.mails();
  assert.deepEqual(
    mails.map(({ toEMail, subject }) => [toEMail, subject.slice(0, 9)]),
    [
      ['mara@example.org', 'Confirmed'],
      ['mara@example.com', 'Confirmed'],
    ],
    'the same customer: nothing is cancelled',
  );
  assert.deepEqual([await stateOf(linkIn(first)), await stateOf(linkIn(mails[1]))], [404, 200]);
  await correct('mara@example.org');
  assert.deepEqual([await stateOf(linkIn(first)), await stateOf(linkIn(mails[1]))], [200, 404], 'put back');
});

test('a visit that gets another customer is cancelled for the former one and confirmed for the new one', async () => {
  await using app = await salon();
  const { id } = (await app.insert('09:00', '10:00')).answer;
  await send(app);
  await app.call(calendars.updateEvent, { id, name: 'Lena', eMail: 'lena@example.org' }, app.as);
  const [, cancelled, confirmed] = await app.mails();
  assert.deepEqual([cancelled?.toEMail, cancelled?.calendarMethod], ['mara@example.org', 'CANCEL']);
  assert.match(cancelled?.plain ?? '', /Mara/);
  assert.doesNotMatch(cancelled?.plain ?? '', /Lena|lena@/);
  assert.deepEqual([confirmed?.toEMail, confirmed?.subject.slice(0, 9)], ['lena@example.org', 'Confirmed']);
  await app.call(calendars.updateEvent, { id, description: 'Likes tea' }, app.as);
  assert.equal((await app.mails()).length, 3, 'once');
  assert.deepEqual(await sendable(app), ['visit.cancelled', 'visit.confirmed']);
});

test('a corrected address of a request gets its link, and the time of the request runs from that mail', async () => {
  await using app = await salon();
  const { id, actionHash } = await request(app, '15:00', 'visitor@example.orgg');
  await send(app);
  app.clock.advance({ hours: 2 });
  await app.call(calendars.updateEvent, { id, eMail: 'visitor@example.org' }, app.as);
  const mail = (await app.mails()).at(-1);
  assert.deepEqual([mail?.toEMail, mail?.subject.slice(0, 14)], ['visitor@example.org', 'Please confirm']);
  assert.equal((await app.call(publicCalendars.getAppointment, { actionHash })).status, 404);
  const [asked] = (await app.call(visits.getRequests, {}, app.as)).answer;
  assert.deepEqual([asked?.mail, asked?.expires], ['waiting', null]);
});

test('the hours of a request run from its sent, bounced or failed mail, and not while there is no mail server', async () => {
  for (const [state, expires] of [
    ['sent', '2026-03-04T00:00:00Z'],
    ['undelivered', '2026-03-04T00:00:00Z'],
    ['failed', '2026-03-04T00:00:00Z'],
    ['kept', null],
  ] as const) {
    await using app = await salon();
    await app.database.write.updateTable('companies').set({ requestHours: 36 }).execute();
    const range = { start: '2026-03-06T10:00:00Z', end: '2026-03-06T11:00:00Z' };
    const hold = await app.call(publicCalendars.insertEvent, {
      ...{ ...app.place, ...range },
      ...{ name: 'Visitor', eMail: 'visitor@example.org' },
    });
    await app.call(publicCalendars.confirmEvent, { id: hold.answer.id, token: hold.answer.token });
    app.clock.set('2026-03-02T12:00:00Z');
    await app.database.write
      .updateTable('deliveries')
      .set({ state, settledAt: app.clock.now(), attempts: 1 })
      .execute();
    await app.signInAgain();
    const [asked] = (await app.call(visits.getRequests, {}, app.as)).answer;
    assert.equal(asked?.expires && Temporal.Instant.from(asked.expires).toString(), expires, state);
    app.clock.set('2026-03-03T23:59:59Z');
    assert.equal(await expireRequests(app), 0, state);
    app.clock.set('2026-03-04T00:00:00Z');
    assert.equal(await expireRequests(app), expires ? 1 : 0, state);
  }
});

/** The kinds of the queued mails to customers that may leave, in order. */
async function sendable(app: Pick<TestApp, 'database'>): Promise<string[]> {
  const says = Object.entries(visitMayStillSend).map(([kind, may]) => sql`when ${sql.lit(kind)} then ${may}`);
  const { rows } = await sql<{ causeKind: string }>`
    select d.cause_kind from deliveries d
    where d.state = 'queued' and d.cause_kind <> 'visit.notice' and case d.cause_kind ${sql.join(says, sql` `)} end order by d.id`.execute(
    app.database.read,
  );
  return rows.map(({ causeKind }) => causeKind);
}

/** An appointment of the services, confirmed by its link. */
async function appointmentOf(
  app: Awaited<ReturnType<typeof salon>>,
  services: readonly { id: string }[],
  start: string,
) {
  const serviceIds = services.map(({ id }) => id);
  const range = { start, end: Temporal.Instant.from(start).add({ hours: 24 }).toString() };
  const { slots } = (await app.call(publicCalendars.getSlots, { ...app.place, ...range, serviceIds })).answer;
  const slot = slots.find((each) => Temporal.Instant.from(each.start).equals(start));
  assert.ok(slot, JSON.stringify(slots));
  const hold = await app.call(publicCalendars.insertEvent, {
    ...app.place,
    ...{ start: slot.start, end: slot.end, serviceIds },
    ...{ name: 'Visitor', eMail: 'visitor@example.org' },
  });
  const { id, token } = hold.answer;
  await app.call(publicCalendars.confirmEvent, { id, token });
  const actionHash = /\/appointment\/([\w-]{22,})\//.exec((await app.mails()).at(-1)?.plain ?? '')?.[1] ?? '';
  await app.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  return { id, actionHash };
}

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

for (const seed of [7, 41, 1203]) {
  test(`the figures of customers equal their visits after any sequence of changes, merges and undos (${seed})`, async () => {
    await using app = await salon({ actions: ['admin'] });
    const colleague = await buildEmployee(app, app.location, { firstName: 'Berta' });
    const contact = await buildContact(app, app.company, { name: 'Mara', eMail: 'mara@example.org' });
    await changeAtRandom(app, seed, [app.employee.calendarId, colleague.calendarId]);
    await assertFigures(app);
    const contacts = await app.database.read.selectFrom('contacts').select(['id', 'visitsCount']).execute();
    assert.equal(contacts.length, 2, 'a mother and a child of one address');
    assert.ok(contacts.some(({ id }) => id === contact.id));
    await assertReach(app);
  });
}

/** Sixty changes by staff: visits of one or two parts, moves, names, states, merges and their undos. */
async function changeAtRandom(
  app: Awaited<ReturnType<typeof salon>>,
  from: number,
  calendarIds: readonly [string, string],
): Promise<void> {
  const made: { eventId: string; visitId: string }[] = [];
  const merges: string[] = [];
  let seed = from;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const person = () => ({ name: random(2) ? 'Mara' : 'Lena', eMail: 'mara@example.org' });
  const accept = { acceptOverlap: true, notify: false };
  for (let step = 0; step < 60; step++) {
    const one = made[random(Math.max(1, made.length))];
    const start = Temporal.Instant.from(at('08:00')).add({ hours: random(24 * 10) });
    const time = { start: start.toString(), end: start.add({ minutes: 30 }).toString() };
    const chance = random(20);
    if (!one || chance < 4) {
      const { answer } = await app.call(
        calendars.insertEvent,
        { calendarId: calendarIds[0], title: 'x', ...accept, ...time, ...person() },
        app.as,
      );
      made.push({ eventId: answer.id, visitId: answer.visitId ?? '' });
    } else if (chance < 7) {
      const parts = calendarIds.map((calendarId, index) => ({
        ...{ calendarId, title: `part ${index}`, minutes: 30 },
        ...(index === 0 && { start: time.start }),
      }));
      const { answer } = await app.call(
        visits.insertVisit,
        { ...person(), ...accept, acceptClosed: true, parts },
        app.as,
      );
      made.push(...answer.parts.map(({ eventId }) => ({ eventId, visitId: answer.id })));
    } else if (chance < 10) {
      await app.call(calendars.updateEvent, { id: one.eventId, ...time, ...accept, name: person().name }, app.as);
    } else if (chance < 11) await app.call(calendars.deleteEvent, { id: one.eventId, notify: false }, app.as);
    else if (chance < 13) {
      const contacts = await app.database.read.selectFrom('contacts').select('id').orderBy('id').execute();
      const [kept, merged] = random(2) ? contacts : contacts.toReversed();
      const ids = { contactId: kept?.id ?? '', mergedId: merged?.id ?? '' };
      if (merged) {
        // Refused while they are merged.
        const answered = await app.call(companyContacts.operations.merge, ids, app.as);
        if (answered.status === 200) merges.push(answered.answer.id);
      }
    } else if (chance < 15) {
      const id = merges.pop();
      if (id) assert.equal((await app.call(companyContacts.operations.undoMerge, { id }, app.as)).status, 204);
    } else {
      const status = visitStatuses[random(visitStatuses.length)] ?? 'confirmed';
      await app.move(one.visitId, status, accept);
    }
    app.clock.advance({ minutes: random(20) });
  }
  assert.ok(made.length > 5);
}

/** Visits in these states do not make a person a customer of the location, the calendar or the service. */
const statesWithoutVisit = ['held', ...endedStatuses];

/** Contacts say what their visits do, visits what their parts do, and parts block as their visits do. */
async function assertFigures(app: Awaited<ReturnType<typeof salon>>): Promise<void> {
  await countBegunVisits(app);
  const { rows } = await sql<object>`
    select c.id from contacts c cross join lateral (
      select count(*) filter (where status in ('confirmed', 'arrived', 'started', 'completed') and start_at <= ${app.clock.now()}) as visits,
        count(*) filter (where status = 'no_show') as no_shows,
        max(start_at) filter (where status in ('confirmed', 'arrived', 'started', 'completed') and start_at <= ${app.clock.now()}) as last,
        min(start_at) filter (where status in ('requested', 'confirmed', 'arrived', 'started') and start_at > ${app.clock.now()}) as next
      from visits v where v.contact_id = c.id) n
    where (c.visits_count, c.no_shows, c.last_visit, c.next_visit) is distinct from (n.visits, n.no_shows, n.last, n.next)`.execute(
    app.database.read,
  );
  assert.deepEqual(rows, []);
  const facts = await sql<object>`
    select c.id from contacts c cross join lateral (
      select array(
        select x.id from visits v join visit_parts p on p.visit_id = v.id join events e on e.id = p.event_id
        cross join lateral (values (v.location_id), (e.calendar_id), (p.service_id)) x (id)
        where v.contact_id = c.id and v.status <> all(${statesWithoutVisit}) and x.id is not null
        group by x.id order by x.id) as ids) n
    where c.visited_ids is distinct from n.ids`.execute(app.database.read);
  assert.deepEqual(facts.rows, []);
  const parts = await sql<object>`
    select v.id from visits v cross join lateral (
      select min(e.start_at) as start_at, max(e.end_at) as end_at
      from visit_parts p join events e on e.id = p.event_id where p.visit_id = v.id) e
    where (v.start_at, v.end_at) is distinct from (e.start_at, e.end_at)
    union all select e.id from events e join visit_parts p on p.event_id = e.id join visits v on v.id = p.visit_id
      where e.blocks <> (v.status = any(${blockingStatuses as string[]}))`.execute(app.database.read);
  assert.deepEqual(parts.rows, []);
}

/** Whom people and places reach equals what the visits say. */
async function assertReach({ database }: Pick<TestApp, 'database'>): Promise<void> {
  const { rows } = await sql<object>`
    with said as (
      select distinct v.contact_id, e.calendar_id as by from visits v join visit_parts p on p.visit_id = v.id
      join events e on e.id = p.event_id where v.contact_id is not null
      union select contact_id, location_id from visits where contact_id is not null and location_id is not null),
    stored as (
      select contact_id, calendar_id as by from contact_calendars union all select contact_id, location_id from contact_locations)
    (select * from said except all select * from stored) union all (select * from stored except all select * from said)`.execute(
    database.read,
  );
  assert.deepEqual(rows, []);
}

test('who reaches a customer follows their visits: to other people, customers and places, and away', async () => {
  await using app = await salon();
  const colleague = await buildEmployee(app, app.location);
  const [mara, lena] = [await buildContact(app, app.company), await buildContact(app, app.company)];
  const contactId = mara.id;
  const first = await buildEvent(app, app.employee, { start: at('09:00'), contactId });
  const second = await buildEvent(app, app.employee, { start: at('11:00'), contactId });
  const { read, write } = app.database;
  const reached = async () => {
    await assertReach(app);
    const rows = await read.selectFrom('contactCalendars').select(['calendarId', 'contactId']).execute();
    const named = new Map([
      [app.employee.calendarId, 'own'],
      [colleague.calendarId, 'colleague'],
      [mara.id, 'Mara'],
      [lena.id, 'Lena'],
    ]);
    return rows.map((row) => `${named.get(row.calendarId)}: ${named.get(row.contactId)}`).sort();
  };
  assert.deepEqual(await reached(), ['own: Mara']);
  await write.updateTable('events').set({ calendarId: colleague.calendarId }).where('id', '=', first.id).execute();
  assert.deepEqual(await reached(), ['colleague: Mara', 'own: Mara']);
  await write.updateTable('visits').set({ contactId: lena.id }).where('id', '=', second.id).execute();
  assert.deepEqual(await reached(), ['colleague: Mara', 'own: Lena']);
  await write.updateTable('visits').set({ locationId: null }).where('id', '=', first.id).execute();
  assert.deepEqual(await reached(), ['colleague: Mara', 'own: Lena']);
  await write
    .with('part', (db) => db.deleteFrom('visitParts').where('visitId', '=', first.id).returning('eventId'))
    .updateTable('events')
    .set(eventFigures('cancelled', 0))
    .from('part')
    .whereRef('id', '=', 'part.eventId')
    .execute();
  assert.deepEqual(await reached(), ['own: Lena']);
  await write.deleteFrom('visits').where('id', '=', second.id).execute();
  assert.deepEqual(await reached(), []);
});

test('a visit is seen by those who see its calendar; its history by customer', async () => {
  await using app = await salon();
  const service = await buildService(app, app.employee, { name: 'Haircut', price: 35 });
  const contact = await buildContact(app, app.company, { name: 'Mara' });
  const { id } = await buildEvent(app, app.employee, {
    start: at('09:00'),
    serviceId: service.id,
    contactId: contact.id,
    name: 'Mara',
  });
  const { answer } = await app.call(visits.getVisit, { id }, app.as);
  assert.deepEqual(
    [answer.status, answer.parts.map(({ serviceName, price }) => [serviceName, price]), answer.moves],
    ['confirmed', [['Haircut', 35]], staffMoves.confirmed.filter((move) => move !== 'requested' && move !== 'expired')],
  );
  const history = (await app.call(visits.getOfContact, { contactId: contact.id }, app.as)).answer;
  assert.deepEqual(
    history.map(({ services, price, status }) => [services, price, status]),
    [[['Haircut'], 35, 'confirmed']],
  );
  const other = await buildBusiness(app, { actions: ['admin'] });
  const foreign = await signIn(app, other.employee);
  assert.equal((await app.call(visits.getVisit, { id }, foreign)).status, 404);
  assert.equal((await app.call(visits.changeStatus, { id, status: 'arrived' }, foreign)).status, 404);
  assert.equal((await app.call(visits.getOfContact, { contactId: contact.id }, foreign)).status, 404);
});
