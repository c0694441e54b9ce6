// Tests of visits: their states, what customers are told, requests that expire, appointments that customers move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { blockingStatuses, staffMoves, type VisitStatus, visitStatuses, visits } from '#contract/booking/visits.ts';
import { company } from '#contract/company/details.ts';
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
    const { id } = await buildEvent(app, app.employee, { start, status, name: 'Mara', eMail: '' });
    for (const to of visitStatuses) {
      await changeVisit(app, id, { status, heldUntil: status === 'held' ? start : null });
      const moved = await app.move(id, to);
      // A request that was answered returns only as an undo.
      const isMove = (staffMoves[status] as readonly string[]).includes(to) && to !== 'requested';
      assert.equal(moved.status, isMove || to === status ? 200 : 409, `${status} to ${to}`);
      if (moved.status === 200) assert.equal(moved.answer.status, to);
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
  assert.match((await app.mails()).at(-1)?.plain ?? '', /then answers your request by e-mail/);
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
});

test('the figures of customers equal their visits after any sequence of changes', async () => {
  await using app = await salon({ actions: ['admin'] });
  const contact = await buildContact(app, app.company, { name: 'Mara', eMail: 'mara@example.org' });
  const made: string[] = [];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (let step = 0; step < 60; step++) {
    const id = made[random(Math.max(1, made.length))];
    const start = Temporal.Instant.from(at('08:00')).add({ hours: random(24 * 10) });
    const time = { start: start.toString(), end: start.add({ minutes: 30 }).toString(), acceptOverlap: true };
    if (!id || random(3) === 0) {
      const person = random(2)
        ? { name: 'Mara', eMail: 'mara@example.org' }
        : { name: 'Lena', eMail: 'mara@example.org' };
      const { answer } = await app.call(
        calendars.insertEvent,
        { calendarId: app.employee.calendarId, title: 'x', notify: false, ...time, ...person },
        app.as,
      );
      made.push(answer.id);
    } else if (random(4) === 0) {
      await app.call(calendars.updateEvent, { id, ...time, notify: false, name: random(2) ? 'Mara' : 'Lena' }, app.as);
    } else if (random(8) === 0) await app.call(calendars.deleteEvent, { id }, app.as);
    else {
      const status = visitStatuses[random(visitStatuses.length)] ?? 'confirmed';
      await app.move(id, status, { acceptOverlap: true, notify: false });
    }
    app.clock.advance({ minutes: random(20) });
  }
  await countBegunVisits(app);
  const { rows } = await sql<object>`
    select c.id from contacts c cross join lateral (
      select count(*) filter (where status in ('confirmed', 'arrived', 'started', 'completed') and start_at <= ${app.clock.now()}) as visits,
        count(*) filter (where status = 'no_show') as no_shows,
        min(start_at) filter (where status in ('requested', 'confirmed', 'arrived', 'started') and start_at > ${app.clock.now()}) as next
      from visits v where v.contact_id = c.id) n
    where (c.visits_count, c.no_shows, c.next_visit) is distinct from (n.visits, n.no_shows, n.next)`.execute(
    app.database.read,
  );
  assert.deepEqual(rows, []);
  const contacts = await app.database.read.selectFrom('contacts').select(['id', 'visitsCount']).execute();
  assert.equal(contacts.length, 2, 'a mother and a child of one address');
  assert.ok(contacts.some(({ id }) => id === contact.id));
  const parts = await sql<object>`
    select v.id from visits v cross join lateral (
      select min(e.start_at) as start_at, max(e.end_at) as end_at
      from visit_parts p join events e on e.id = p.event_id where p.visit_id = v.id) e
    where (v.start_at, v.end_at) is distinct from (e.start_at, e.end_at)
    union all select e.id from events e join visit_parts p on p.event_id = e.id join visits v on v.id = p.visit_id
      where e.blocks <> (v.status = any(${blockingStatuses as string[]}))`.execute(app.database.read);
  assert.deepEqual(parts.rows, []);
  await assertReach(app);
});

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
    ['confirmed', [['Haircut', 35]], staffMoves.confirmed.filter((move) => move !== 'requested')],
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
