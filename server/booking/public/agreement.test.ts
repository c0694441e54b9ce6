// From the hold to the end of the appointment: agreeing, declining, the link in the mail, and asking twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appointmentMoves, publicCalendars } from '#contract/booking/public.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { type BuiltEmployee, buildBusiness } from '#server/testing/build.ts';
import { type TestHouse, testHouse } from '#server/testing/house.ts';

const visitor = { name: 'Mara', eMail: 'mara@example.org', phoneNumber: '+371 20000000' };

async function hold(house: TestHouse, { locationUrlName, urlName }: BuiltEmployee, start = '2026-03-02T10:00:00Z') {
  const end = Temporal.Instant.from(start).add({ minutes: 15 }).toString();
  const wish = { locationUrlName, userUrlName: urlName, start, end, ...visitor };
  return (await house.call(publicCalendars.insertEvent, wish)).answer;
}

const mails = (house: TestHouse) => house.database.read.selectFrom('emailMessages').selectAll().orderBy('id').execute();
const events = (house: TestHouse) => house.database.read.selectFrom('events').selectAll().orderBy('id').execute();

/** The token of the link in the newest mail to the visitor. */
async function linkOf(house: TestHouse): Promise<string> {
  const mail = (await mails(house)).filter(({ toEMail }) => toEMail === visitor.eMail).at(-1);
  return mail?.plain.match(/\/appointment\/([\w-]{22,})\//)?.[1] ?? assert.fail('no link in the mail');
}

async function agreed(house: TestHouse, start?: string) {
  const { employee } = await buildBusiness(house);
  const { id, token } = await hold(house, employee, start);
  assert.equal((await house.call(publicCalendars.confirmEvent, { id, token })).status, 200);
  return { employee, id, token, actionHash: await linkOf(house) };
}

test('agreeing keeps the time for good and queues one mail with link and calendar entry; again changes nothing', async () => {
  await using house = await testHouse();
  const { employee, id, token } = await agreed(house);
  const again = await house.call(publicCalendars.confirmEvent, { id, token });
  assert.deepEqual(again.answer, { id, start: '2026-03-02T10:00:00Z', end: '2026-03-02T10:15:00Z', type: 'info' });
  const [mail, ...more] = (await mails(house)).filter(({ toEMail }) => toEMail === visitor.eMail);
  assert.equal(more.length, 0);
  assert.deepEqual([mail?.state, mail?.eventId, mail?.calendarMethod], ['queued', id, 'REQUEST']);
  assert.match(mail?.calendarEntry ?? '', /BEGIN:VEVENT/);
  const links = await house.database.read.selectFrom('actionLinks').selectAll().execute();
  assert.deepEqual(
    links.map(({ tokenHash }) => tokenHash),
    [hashToken(await linkOf(house))],
  );
  assert.ok(links[0]?.expiresAt.equals('2026-03-02T10:00:00Z'), 'until its start');
  house.clock.advance({ minutes: 45 });
  await assert.rejects(async () => hold(house, employee), /417/, 'no hold any more that could expire');
  const contacts = await house.database.read.selectFrom('contacts').select(['name', 'eMail']).execute();
  assert.deepEqual(contacts, [{ name: 'Mara', eMail: 'mara@example.org' }]);
});

test('a mail that cannot be written leaves the hold as it was', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house);
  const { id, token } = await hold(house, employee);
  const admin = await house.database.connect();
  await admin.query('alter table email_messages add constraint never check (false)').finally(() => admin.end());
  assert.equal((await house.call(publicCalendars.confirmEvent, { id, token })).status, 500);
  assert.equal((await events(house))[0]?.status, 'held');
  assert.equal((await house.database.read.selectFrom('actionLinks').selectAll().execute()).length, 0);
});

test('a hold is granted after it expired as long as nobody needed its time', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house);
  const { id, token } = await hold(house, employee);
  house.clock.advance({ minutes: 40 });
  assert.equal((await house.call(publicCalendars.confirmEvent, { id, token })).status, 200);
  await assert.rejects(async () => hold(house, employee), /417/);
});

test('a hold whose time has begun is granted no more', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house);
  const { id, token } = await hold(house, employee, '2026-03-02T08:15:00Z');
  house.clock.advance({ minutes: 20 });
  assert.equal((await house.call(publicCalendars.confirmEvent, { id, token })).status, 404);
  assert.equal((await mails(house)).length, 0);
});

test('declining frees the time, by POST or DELETE, and again answers the same', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house);
  for (const method of ['POST', 'DELETE'] as const) {
    const { id, token } = await hold(house, employee);
    for (let round = 0; round < 2; round++) {
      assert.equal((await house.call(publicCalendars.deleteEvent, { id, token }, { method })).status, 204);
    }
    assert.deepEqual(await events(house), []);
    assert.equal((await house.call(publicCalendars.confirmEvent, { id, token })).status, 404);
  }
});

test('only the token of the hold settles it', async () => {
  await using house = await testHouse();
  const { employee } = await buildBusiness(house);
  const one = await hold(house, employee);
  const other = await hold(house, employee, '2026-03-02T11:00:00Z');
  for (const token of [other.token, 'x'.repeat(43), hashToken(one.token).toString('base64url')]) {
    assert.equal((await house.call(publicCalendars.confirmEvent, { id: one.id, token })).status, 404);
    assert.equal((await house.call(publicCalendars.deleteEvent, { id: one.id, token })).status, 204, 'tells nothing');
  }
  assert.deepEqual(
    (await events(house)).map(({ status }) => status),
    ['held', 'held'],
  );
});

test('who has agreed cannot decline any more, but cancel by the link', async () => {
  await using house = await testHouse();
  const { id, token } = await agreed(house);
  const late = await house.call(publicCalendars.deleteEvent, { id, token });
  assert.equal(late.status, 409);
  assert.equal((await events(house))[0]?.status, 'requested');
});

test('opening the link shows and never acts, however often and by whatever reader', async () => {
  await using house = await testHouse();
  const { actionHash, employee } = await agreed(house);
  const before = [await events(house), await mails(house)];
  for (const action of ['confirm', 'cancell']) {
    for (const method of ['GET', 'HEAD'] as const)
      await house.app.inject({ method, url: `/appointment/${actionHash}/${action}` });
  }
  const { answer } = await house.call(publicCalendars.getAppointment, { actionHash });
  assert.equal(
    (await house.app.inject({ url: `/api/publiccalendars/ProcessAppointment?ActionHash=${actionHash}&Action=confirm` }))
      .statusCode,
    404,
  );
  assert.deepEqual([await events(house), await mails(house)], before);
  assert.deepEqual(
    [answer.state, answer.moves, answer.start, answer.timeZone, answer.userUrlName, answer.location?.urlName],
    [
      'requested',
      ['confirm', 'cancell'],
      '2026-03-02T10:00:00Z',
      'Europe/Riga',
      employee.urlName,
      employee.locationUrlName,
    ],
  );
});

test('the link confirms once, then cancels once, and each repeated call answers the same and mails nothing more', async () => {
  await using house = await testHouse();
  const { actionHash, employee } = await agreed(house);
  const act = (action: string) => house.call(publicCalendars.processAppointment, { actionHash, action });
  const kinds = async () =>
    (await mails(house)).slice(1).map(({ toEMail, subject }) => [toEMail === visitor.eMail, subject.split(':')[0]]);
  for (const action of ['confirm', 'Confirm', 'anything else']) {
    const { answer } = await act(action);
    assert.deepEqual([answer.state, answer.moves], ['confirmed', ['cancell']]);
  }
  const confirmed = await kinds();
  assert.deepEqual(confirmed, [
    [true, 'Confirmed'],
    [false, 'Confirmed'],
  ]);
  assert.deepEqual([(await events(house))[0]?.status, (await events(house))[0]?.type], ['confirmed', 'success']);
  await assert.rejects(async () => hold(house, employee), /417/);
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
  await hold(house, employee);
});

test('the calendar entry of the link keeps its identity and counts its revisions', async () => {
  await using house = await testHouse();
  const { actionHash, id } = await agreed(house);
  const entry = async () => {
    const answer = await house.app.inject(`/api/publiccalendars/GetCalendarEntry?actionHash=${actionHash}`);
    assert.match(String(answer.headers['content-type']), /^text\/calendar/);
    assert.match(String(answer.headers['content-disposition']), /attachment/);
    return answer.body.replace(/\r\n /g, '');
  };
  const before = await entry();
  assert.match(before, new RegExp(`UID:${id}`));
  await house.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  const after = await entry();
  const sequence = (text: string) => Number(text.match(/SEQUENCE:(\d+)/)?.[1]);
  assert.equal(sequence(after), sequence(before) + 1);
  assert.equal(after.match(/UID:.*/)?.[0], before.match(/UID:.*/)?.[0]);
});

test('once the time has begun the link only tells', async () => {
  await using house = await testHouse();
  const { actionHash } = await agreed(house);
  house.clock.set('2026-03-02T10:00:00Z');
  assert.equal((await house.call(publicCalendars.getAppointment, { actionHash })).answer.state, 'past');
  for (const action of ['confirm', 'cancell']) {
    const refused = await house.call(publicCalendars.processAppointment, { actionHash, action });
    assert.deepEqual([refused.status, JSON.parse(refused.body).Code], [409, 'booking.past']);
  }
  assert.equal((await events(house))[0]?.status, 'requested');
  assert.deepEqual(Object.keys(appointmentMoves), ['held', 'requested', 'confirmed', 'cancelled', 'past']);
});

test('what was done before the time began is answered again afterwards', async () => {
  await using house = await testHouse();
  const { actionHash } = await agreed(house);
  const act = (action: string) => house.call(publicCalendars.processAppointment, { actionHash, action });
  await act('confirm');
  house.clock.set('2026-03-02T10:00:00Z');
  const repeated = await act('confirm');
  assert.deepEqual([repeated.status, repeated.answer.state, repeated.answer.moves], [200, 'past', []]);
  assert.equal((await act('cancell')).status, 409);
});

test('a link that never was is not found, whatever is asked of it', async () => {
  await using house = await testHouse();
  await agreed(house);
  const actionHash = 'x'.repeat(43);
  assert.equal((await house.call(publicCalendars.getAppointment, { actionHash })).status, 404);
  assert.equal((await house.call(publicCalendars.processAppointment, { actionHash, action: 'cancell' })).status, 404);
  assert.equal((await house.call(publicCalendars.getCalendarEntry, { actionHash })).status, 404);
});
