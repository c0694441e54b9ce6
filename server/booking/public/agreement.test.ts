// Tests from the hold to the end of the appointment: confirming, releasing, the link in the mail, repeated calls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appointmentMoves, appointmentStates, publicCalendars } from '#contract/booking/public.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { type BuiltEmployee, buildBusiness } from '#server/testing/build/business.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const visitor = { name: 'Mara', eMail: 'mara@example.org', phoneNumber: '+371 20000000' };

async function hold(app: TestApp, { locationUrlName, urlName }: BuiltEmployee, start = '2026-03-02T10:00:00Z') {
  const end = Temporal.Instant.from(start).add({ minutes: 15 }).toString();
  const request = { locationUrlName, userUrlName: urlName, start, end, ...visitor };
  return (await app.call(publicCalendars.insertEvent, request)).answer;
}

const events = (app: TestApp) => app.database.read.selectFrom('visits').selectAll().orderBy('id').execute();

/** The token of the link in the newest mail to the visitor. */
async function linkOf(app: TestApp): Promise<string> {
  const mail = (await storedMails(app)).filter(({ toEMail }) => toEMail === visitor.eMail).at(-1);
  return mail?.plain.match(/\/appointment\/([\w-]{22,})\//)?.[1] ?? assert.fail('no link in the mail');
}

async function agreed(app: TestApp, start?: string) {
  const { employee } = await buildBusiness(app);
  const { id, token } = await hold(app, employee, start);
  assert.equal((await app.call(publicCalendars.confirmEvent, { id, token })).status, 200);
  return { employee, id, token, actionHash: await linkOf(app) };
}

test('confirming a hold makes it permanent and queues one mail with link and calendar entry; a repeated call changes nothing', async () => {
  await using app = await testApp();
  const { employee, id, token } = await agreed(app);
  const repeated = await app.call(publicCalendars.confirmEvent, { id, token });
  assert.deepEqual(repeated.answer, {
    ...{ id, type: 'info' },
    ...{ start: '2026-03-02T12:00:00+02:00', end: '2026-03-02T12:15:00+02:00' },
  });
  const [mail, ...more] = (await storedMails(app)).filter(({ toEMail }) => toEMail === visitor.eMail);
  assert.equal(more.length, 0);
  assert.deepEqual([mail?.state, mail?.visitId, mail?.calendarMethod], ['queued', id, 'REQUEST']);
  assert.match(mail?.calendarEntry ?? '', /BEGIN:VEVENT/);
  const links = await app.database.read.selectFrom('actionLinks').selectAll().execute();
  assert.deepEqual(
    links.map(({ tokenHash }) => tokenHash),
    [hashToken(await linkOf(app))],
  );
  assert.ok(links[0]?.expiresAt.equals('2026-03-02T10:00:00Z'), 'until its start');
  app.clock.advance({ minutes: 45 });
  await assert.rejects(async () => hold(app, employee), /417/, 'no hold any more that could expire');
  const contacts = await app.database.read.selectFrom('contacts').select(['name', 'eMail']).execute();
  assert.deepEqual(contacts, [{ name: 'Mara', eMail: 'mara@example.org' }]);
});

test('a visitor agrees to advertising by the channels that they tick, and the shown text is kept as proof', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { id, token } = await hold(app, employee);
  await app.call(publicCalendars.confirmEvent, { id, token, consents: ['email'] });
  await app.call(publicCalendars.confirmEvent, { id, token, consents: ['email', 'sms'] });
  const { read } = app.database;
  const consents = await read.selectFrom('consents').selectAll().execute();
  assert.deepEqual(
    consents.map(({ channel, isGiven, source, userId }) => [channel, isGiven, source, userId]),
    [['email', true, 'booking', null]],
  );
  assert.match(consents[0]?.shownText ?? '', /news and offers/);
  const visit = await read.selectFrom('visits').select('contactId').where('id', '=', id).executeTakeFirst();
  assert.equal(visit?.contactId, consents[0]?.contactId);
});

test('a mail that cannot be written leaves the hold unchanged', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { id, token } = await hold(app, employee);
  const admin = await app.database.connect();
  await admin.query('alter table email_messages add constraint never check (false)').finally(() => admin.end());
  assert.equal((await app.call(publicCalendars.confirmEvent, { id, token })).status, 500);
  assert.equal((await events(app))[0]?.status, 'held');
  assert.equal((await app.database.read.selectFrom('actionLinks').selectAll().execute()).length, 0);
});

test('an expired hold can be confirmed as long as its time is not taken', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { id, token } = await hold(app, employee);
  app.clock.advance({ minutes: 40 });
  assert.equal((await app.call(publicCalendars.confirmEvent, { id, token })).status, 200);
  await assert.rejects(async () => hold(app, employee), /417/);
});

test('a hold whose time has begun cannot be confirmed', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const { id, token } = await hold(app, employee, '2026-03-02T08:15:00Z');
  app.clock.advance({ minutes: 20 });
  assert.equal((await app.call(publicCalendars.confirmEvent, { id, token })).status, 404);
  assert.equal((await storedMails(app)).length, 0);
});

test('releasing a hold frees the time, by POST or DELETE, and a repeated call returns the same answer', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  for (const method of ['POST', 'DELETE'] as const) {
    const { id, token } = await hold(app, employee);
    for (let round = 0; round < 2; round++) {
      assert.equal((await app.call(publicCalendars.deleteEvent, { id, token }, { method })).status, 204);
    }
    assert.deepEqual(await events(app), []);
    assert.equal((await app.call(publicCalendars.confirmEvent, { id, token })).status, 404);
  }
});

test('only the token of the hold settles it', async () => {
  await using app = await testApp();
  const { employee } = await buildBusiness(app);
  const one = await hold(app, employee);
  const other = await hold(app, employee, '2026-03-02T11:00:00Z');
  for (const token of [other.token, 'x'.repeat(43), hashToken(one.token).toString('base64url')]) {
    assert.equal((await app.call(publicCalendars.confirmEvent, { id: one.id, token })).status, 404);
    assert.equal((await app.call(publicCalendars.deleteEvent, { id: one.id, token })).status, 204, 'tells nothing');
  }
  assert.deepEqual(
    (await events(app)).map(({ status }) => status),
    ['held', 'held'],
  );
});

test('a confirmed hold cannot be released, only cancelled by the link', async () => {
  await using app = await testApp();
  const { id, token } = await agreed(app);
  const late = await app.call(publicCalendars.deleteEvent, { id, token });
  assert.equal(late.status, 409);
  assert.equal((await events(app))[0]?.status, 'requested');
});

test('opening the link shows the appointment and never changes it, however often and with any client', async () => {
  await using app = await testApp();
  const { actionHash, employee } = await agreed(app);
  const before = [await events(app), await storedMails(app)];
  for (const action of ['confirm', 'cancell']) {
    for (const method of ['GET', 'HEAD'] as const)
      await app.server.inject({ method, url: `/appointment/${actionHash}/${action}` });
  }
  const { answer } = await app.call(publicCalendars.getAppointment, { actionHash });
  assert.equal(
    (
      await app.server.inject({
        url: `/api/publiccalendars/ProcessAppointment?ActionHash=${actionHash}&Action=confirm`,
      })
    ).statusCode,
    404,
  );
  assert.deepEqual([await events(app), await storedMails(app)], before);
  assert.deepEqual(
    [answer.state, answer.moves, answer.start, answer.timeZone, answer.userUrlName, answer.location?.urlName],
    [
      'requested',
      ['confirm', 'cancell', 'reschedule'],
      '2026-03-02T12:00:00+02:00',
      'Europe/Riga',
      employee.urlName,
      employee.locationUrlName,
    ],
  );
});

test('the link confirms once, then cancels once; each repeated call returns the same answer and sends no mail', async () => {
  await using app = await testApp();
  const { actionHash, employee } = await agreed(app);
  const act = (action: string) => app.call(publicCalendars.processAppointment, { actionHash, action });
  const kinds = async () =>
    (await storedMails(app)).slice(1).map(({ toEMail, subject }) => [toEMail === visitor.eMail, subject.split(':')[0]]);
  for (const action of ['confirm', 'Confirm', 'anything else']) {
    const { answer } = await act(action);
    assert.deepEqual([answer.state, answer.moves], ['confirmed', ['cancell', 'reschedule']]);
  }
  const confirmed = await kinds();
  assert.deepEqual(confirmed, [
    [true, 'Confirmed'],
    [false, 'Confirmed'],
  ]);
  assert.deepEqual((await events(app))[0]?.status, 'confirmed');
  await assert.rejects(async () => hold(app, employee), /417/);
  for (const action of ['cancell', 'CANCELL']) {
    const { answer } = await act(action);
    assert.deepEqual([answer.state, answer.moves], ['cancelled', []]);
  }
  assert.deepEqual((await kinds()).slice(2), [
    [true, 'Cancelled'],
    [false, 'Cancelled'],
  ]);
  const refused = await act('confirm');
  assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [409, 'booking.cancelled']);
  await hold(app, employee);
});

test('the calendar entry of the link keeps its UID and counts its revisions', async () => {
  await using app = await testApp();
  const { actionHash, id } = await agreed(app);
  const entry = async () => {
    const answer = await app.server.inject(`/api/publiccalendars/GetCalendarEntry?actionHash=${actionHash}`);
    assert.match(String(answer.headers['content-type']), /^text\/calendar/);
    assert.match(String(answer.headers['content-disposition']), /attachment/);
    return answer.body.replace(/\r\n /g, '');
  };
  const before = await entry();
  assert.match(before, new RegExp(`^UID:${id}\r?$`, 'm'), 'also at another address of the installation');
  await app.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  const after = await entry();
  const sequence = (text: string) => Number(text.match(/SEQUENCE:(\d+)/)?.[1]);
  assert.equal(sequence(after), sequence(before) + 1);
  assert.equal(after.match(/UID:.*/)?.[0], before.match(/UID:.*/)?.[0]);
});

test('once the time has begun the link is read-only', async () => {
  await using app = await testApp();
  const { actionHash } = await agreed(app);
  app.clock.set('2026-03-02T10:00:00Z');
  assert.equal((await app.call(publicCalendars.getAppointment, { actionHash })).answer.state, 'past');
  for (const action of ['confirm', 'cancell']) {
    const refused = await app.call(publicCalendars.processAppointment, { actionHash, action });
    assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [409, 'booking.past']);
  }
  assert.equal((await events(app))[0]?.status, 'requested');
  assert.deepEqual(Object.keys(appointmentMoves), [...appointmentStates]);
});

test('a move made before the time began returns the same answer afterwards', async () => {
  await using app = await testApp();
  const { actionHash } = await agreed(app);
  const act = (action: string) => app.call(publicCalendars.processAppointment, { actionHash, action });
  await act('confirm');
  app.clock.set('2026-03-02T10:00:00Z');
  const repeated = await act('confirm');
  assert.deepEqual([repeated.status, repeated.answer.state, repeated.answer.moves], [200, 'past', []]);
  assert.equal((await act('cancell')).status, 409);
});

test('an unknown link is not found by any operation', async () => {
  await using app = await testApp();
  await agreed(app);
  const actionHash = 'x'.repeat(43);
  assert.equal((await app.call(publicCalendars.getAppointment, { actionHash })).status, 404);
  assert.equal((await app.call(publicCalendars.processAppointment, { actionHash, action: 'cancell' })).status, 404);
  assert.equal((await app.call(publicCalendars.getCalendarEntry, { actionHash })).status, 404);
});
