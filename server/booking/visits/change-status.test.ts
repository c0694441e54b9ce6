// Tests of the states of visits: which moves staff may make, and until when they may undo them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicCalendars } from '#contract/booking/public.ts';
import { blockingStatuses, staffMoves, undoMoves, visitStatuses } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import { at, salon } from '#server/testing/build/salon.ts';
import { buildEvent, changeVisit } from '#server/testing/build/visits.ts';
import { expireRequests } from './expire-requests.ts';

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

test('a visit whose parts overlap each other is confirmed again as it was, and asks only about other visits', async () => {
  await using app = await salon();
  const part = (start: string, minutes: number) => ({
    ...{ calendarId: app.employee.calendarId, title: 'Cut', start: at(start), minutes },
  });
  const { answer: made } = await app.call(
    visits.insertVisit,
    { name: 'Mara', acceptOverlap: true, parts: [part('09:00', 60), part('09:30', 60), part('10:15', 30)] },
    app.as,
  );
  const lanes = async () => {
    const events = app.database.read.selectFrom('events').select(['lane', 'blocks']).where('title', '=', 'Cut');
    return (await events.orderBy('startAt').execute()).map(({ lane, blocks }) => (blocks ? lane : 'free'));
  };
  assert.deepEqual(await lanes(), [0, 1, 0]);
  for (const end of ['cancelled', 'no_show'] as const) {
    await app.move(made.id, end);
    assert.deepEqual(await lanes(), ['free', 'free', 'free']);
    const again = await app.move(made.id, 'confirmed');
    assert.deepEqual([again.status, await lanes()], [200, [0, 1, 0]], end);
  }
  await app.move(made.id, 'cancelled');
  await app.insert('10:20', '10:40', { name: 'Lena', eMail: '' });
  const refused = await app.move(made.id, 'confirmed');
  assert.deepEqual([refused.status, refused.complaints[0]?.Overlaps], [417, true]);
  assert.equal((await app.move(made.id, 'confirmed', { acceptOverlap: true })).status, 200);
  assert.deepEqual(await lanes(), [0, 2, 1]);
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
