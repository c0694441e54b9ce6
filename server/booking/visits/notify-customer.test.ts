// Tests of what customers are told about their visits, and what is taken back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyProblems } from '#contract/messaging/problems.ts';
import { notifyOfBounces } from '#server/booking/notifications/notify-of-bounces.ts';
import { maxMailsADay } from '#server/messaging/mail/limit-mails.ts';
import { buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { at, salon, send, sendable } from '#server/testing/build/salon.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';

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

test('a change that only claims to be an undo tells the customer, even from a page of our own', async () => {
  await using app = await salon({ env: { UNDO_SECONDS: '30' } });
  const { id } = (await app.insert('09:00', '10:00')).answer;
  await send(app);
  const update = (start: string, end: string, more: object = {}) =>
    app.call(calendars.updateEvent, { id, start: at(start), end: at(end), ...more }, app.as);
  const last = async () => (await app.mails()).filter(({ state }) => state === 'queued').map(({ subject }) => subject);
  await update('11:00', '12:00');
  await update('13:00', '14:00', { isUndo: true });
  assert.match((await last()).join(), /^New time.*15:00$/, 'not the time before');
  await update('09:00', '10:00', { isUndo: true });
  assert.deepEqual(await last(), [], 'what the customer knows');
  await app.call(visits.changeStatus, { id, status: 'cancelled' }, app.as);
  assert.match((await last()).join(), /^Cancelled/);
  await app.call(visits.changeStatus, { id, status: 'confirmed', isUndo: true }, app.as);
  assert.deepEqual(await last(), []);

  // A visit whose first mail waits is created, so only its end takes that back.
  const { id: other } = (await app.insert('15:00', '16:00', { name: 'Lena', eMail: 'lena@example.org' })).answer;
  await app.call(calendars.updateEvent, { id: other, start: at('17:00'), end: at('18:00'), isUndo: true }, app.as);
  assert.match((await last()).join(), /^Confirmed.*19:00$/);
});

test('an undo is believed of the person who made the change, within the undo time, whether or not a mail waits', async () => {
  await using app = await salon({ env: { UNDO_SECONDS: '30' } });
  const other = await buildEmployee(app, app.location, { actions: ['admin'] });
  const others = await signIn(app, other);
  const move = (id: string, hour: number, more: object, as = app.as) => {
    const [start, end] = [hour, hour + 1].map((one) => at(`${String(one).padStart(2, '0')}:00`));
    return app.call(calendars.updateEvent, { id, start, end, ...more }, as);
  };
  /** A visit that its customer was not told of, and that was moved to 11 o'clock and back with the words of an undo. */
  const tellsOf = async (undo: (id: string) => Promise<unknown>) => {
    const { id } = (await app.insert('09:00', '10:00', { notify: false })).answer;
    await move(id, 11, { notify: false });
    await undo(id);
    const told = (await app.mails()).length;
    await app.database.write.deleteFrom('deliveries').execute();
    await app.database.write.deleteFrom('visits').where('id', '=', id).execute();
    return told;
  };
  assert.equal(await tellsOf((id) => move(id, 9, { isUndo: true })), 0, 'an undo');
  assert.equal(await tellsOf((id) => move(id, 13, { isUndo: true })), 1, 'another time');
  assert.equal(await tellsOf((id) => move(id, 9, { isUndo: true }, others)), 1, 'another person');
  const late = async (id: string) => {
    app.clock.advance({ seconds: 61 });
    await move(id, 9, { isUndo: true });
  };
  assert.equal(await tellsOf(late), 1, 'later');
  const twice = async (id: string) => {
    await move(id, 13, { notify: false });
    await move(id, 9, { isUndo: true });
  };
  assert.equal(await tellsOf(twice), 1, 'not the last change');
  // Creating one is taken back by its end alone, and by the person who created it.
  const { id } = (await app.insert('15:00', '16:00', { notify: false })).answer;
  await move(id, 16, { isUndo: true });
  assert.equal((await app.mails()).length, 1);
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

const leaving = async (app: Awaited<ReturnType<typeof salon>>) =>
  (await app.mails()).filter(({ state }) => state === 'queued').map(({ subject }) => subject);

test('mails that are withdrawn do not count: an appointment that is dragged 12 times has one mail', async () => {
  await using app = await salon({ env: { UNDO_SECONDS: '30' } });
  const { id } = (await app.insert('09:00', '10:00')).answer;
  for (let drag = 0; drag < 12; drag++) {
    const [start, end] = drag % 2 ? ['09:00', '10:00'] : ['11:00', '12:00'];
    assert.equal((await app.call(calendars.updateEvent, { id, start: at(start), end: at(end) }, app.as)).status, 200);
    app.clock.advance({ seconds: 20 });
  }
  assert.equal((await leaving(app)).length, 1);
  assert.match((await leaving(app)).join(), /^Confirmed.*11:00$/, 'with the last time');
  // The one that leaves is the only one that counts.
  await send(app);
  for (let other = 0; other < maxMailsADay.unproved; other++)
    await app.insert('13:00', '14:00', { acceptOverlap: true });
  assert.equal((await leaving(app)).length, maxMailsADay.unproved - 1);
});

test('a mail beyond the limits of the day is a task, until it is sent again, or the next change replaces it', async () => {
  await using app = await salon({ env: { UNDO_SECONDS: '30' }, actions: ['user', 'admin'] });
  const made: string[] = [];
  for (let visit = 0; visit < maxMailsADay.unproved + 2; visit++) {
    made.push((await app.insert('13:00', '14:00', { acceptOverlap: true })).answer.id);
  }
  const [late = '', later = ''] = made.slice(maxMailsADay.unproved);
  assert.equal((await leaving(app)).length, maxMailsADay.unproved);
  const { getPaginated, sendAgain } = companyProblems.operations;
  const problems = async () => (await app.call(getPaginated, {}, app.as)).answer.problems;
  assert.deepEqual(
    (await problems()).map(({ address, state, reason }) => [address, state, reason]),
    Array(2).fill(['mara@example.org', 'failed', 'limit']),
  );
  // The person of the calendar is told once nothing can be undone.
  assert.equal(await notifyOfBounces(app), 0);
  app.clock.advance({ seconds: 61 });
  await send(app);
  assert.equal(await notifyOfBounces(app), 2);
  const received = await app.database.read.selectFrom('reminders').select('text').execute();
  assert.match(received[0]?.text ?? '', /^Mara .*too many e-mails today/);

  const ids = (await problems()).map(({ id }) => id);
  const refused = (await app.call(sendAgain, { ids }, app.as)).answer;
  assert.deepEqual([refused.changed, refused.passedOver.map(({ reason }) => reason)], [0, ['limit', 'limit']]);
  const move = (id: string) => app.call(calendars.updateEvent, { id, start: at('15:00'), end: at('16:00') }, app.as);
  assert.equal((await move(late)).status, 200);
  assert.equal((await problems()).length, 2, 'the mail with the new time instead');

  await app.database.write
    .updateTable('throttles')
    .set({ attempts: maxMailsADay.unproved - 1 })
    .execute();
  assert.equal((await app.call(sendAgain, { ids: (await problems()).map(({ id }) => id) }, app.as)).answer.changed, 1);
  assert.equal((await problems()).length, 1);
  await app.database.write.deleteFrom('throttles').execute();
  await app.call(visits.changeStatus, { id: late, status: 'cancelled' }, app.as);
  await app.call(visits.changeStatus, { id: later, status: 'cancelled' }, app.as);
  assert.deepEqual(await problems(), []);
});
