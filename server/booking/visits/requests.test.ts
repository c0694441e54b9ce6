// Tests of requests: who answers them, and when they expire.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { company } from '#contract/company/details.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { at, request, salon, send } from '#server/testing/build/salon.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService, changeVisit } from '#server/testing/build/visits.ts';
import { expireRequests } from './expire-requests.ts';

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
    assert.equal(asked?.mail, { sent: 'sent', kept: 'kept', undelivered: 'failed', failed: 'failed' }[state]);
    app.clock.set('2026-03-03T23:59:59Z');
    assert.equal(await expireRequests(app), 0, state);
    app.clock.set('2026-03-04T00:00:00Z');
    assert.equal(await expireRequests(app), expires ? 1 : 0, state);
  }
});
