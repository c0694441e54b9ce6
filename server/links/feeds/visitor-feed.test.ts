// Tests of the feeds of customers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { type VisitorFeedScope, visitorFeeds } from '#contract/links/feeds.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { testApp } from '#server/testing/test-app.ts';

const eMail = 'mara@example.org';

async function shop() {
  const app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const contact = await buildContact(app, employee, { name: 'Mara', eMail });
  const visit = async (start: string, more: Partial<Parameters<typeof buildEvent>[2]> = {}, to = eMail) => {
    const { id } = await buildEvent(app, employee, { start, name: 'Mara', eMail, contactId: contact.id, ...more });
    const actionHash = newToken();
    await app.database.write
      .insertInto('actionLinks')
      .values({
        ...{ companyId: company.id, visitId: id, eMail: to, purpose: 'appointment', expiresAt: start },
        tokenHash: hashToken(actionHash),
      })
      .execute();
    return { id, actionHash };
  };
  const feedOf = async (actionHash: string, scope?: VisitorFeedScope) => {
    const { status, answer, body } = await app.call(visitorFeeds.getFeed, { actionHash, scope });
    assert.equal(status, 200, body);
    return { ...answer, path: new URL(answer.address).pathname };
  };
  const read = async (path: string) => {
    const answer = await app.server.inject({ url: path });
    if (answer.statusCode !== 200) return answer.statusCode;
    const events = new ICAL.Component(ICAL.parse(answer.body)).getAllSubcomponents('vevent');
    const valuesOf = (event: ICAL.Component) =>
      ['uid', 'status', 'sequence', 'dtstart'].map((name) => event.getFirstPropertyValue(name)?.toString());
    assert.doesNotMatch(answer.body, /METHOD|ORGANIZER|ATTENDEE/);
    return events.map(valuesOf);
  };
  return { ...app, company, employee, contact, visit, feedOf, read, as: await signIn(app, employee) };
}

test('the feed of an appointment has the entry of its mails, and says that it is cancelled for 90 days', async () => {
  await using app = await shop();
  const { id, actionHash } = await app.visit('2026-03-10T09:00:00Z');
  const { path, address } = await app.feedOf(actionHash);
  assert.equal((await app.feedOf(actionHash)).address, address, 'the same address at each call');
  assert.deepEqual(await app.read(path), [[id, 'CONFIRMED', '0', '2026-03-10T09:00:00Z']]);
  const file = await app.server.inject({ url: `/api/publiccalendars/GetCalendarEntry?ActionHash=${actionHash}` });
  assert.match(file.body, new RegExp(`UID:${id}\r\n`));
  await app.call(publicCalendars.processAppointment, { actionHash, action: 'cancell' });
  const cancelled = [[id, 'CANCELLED', '1', '2026-03-10T09:00:00Z']];
  assert.deepEqual(await app.read(path), cancelled);
  app.clock.advance({ hours: 24 * 90 - 1 });
  assert.deepEqual(await app.read(path), cancelled);
  app.clock.advance({ hours: 2 });
  assert.deepEqual(await app.read(path), []);
});

test('a past appointment stays in its feed', async () => {
  await using app = await shop();
  const { actionHash } = await app.visit('2026-03-10T09:00:00Z');
  const { path } = await app.feedOf(actionHash);
  app.clock.advance({ hours: 24 * 300 });
  assert.equal(((await app.read(path)) as unknown[]).length, 1);
});

test('the feed of a customer has all their appointments with the company, without cancelled ones', async () => {
  await using app = await shop();
  const first = await app.visit('2026-03-10T09:00:00Z');
  const second = await app.visit('2026-03-12T09:00:00Z', { status: 'requested' });
  await app.visit('2026-03-13T09:00:00Z', { status: 'held' });
  await app.visit('2026-03-14T09:00:00Z', { eMail: 'other@example.org' });
  await app.visit('2026-03-15T09:00:00Z', { contactId: (await buildContact(app, app.employee)).id });
  const { path, hasAll } = await app.feedOf(first.actionHash, 'customer');
  assert.equal(hasAll, true);
  const [one, two] = [
    [first.id, 'CONFIRMED', '0', '2026-03-10T09:00:00Z'],
    [second.id, 'TENTATIVE', '0', '2026-03-12T09:00:00Z'],
  ];
  assert.deepEqual(await app.read(path), [one, two]);
  await app.call(visits.changeStatus, { id: first.id, status: 'cancelled', notify: false }, app.as);
  assert.deepEqual(await app.read(path), [two]);
});

test('only a link that proves the address of a customer leads to all their appointments', async () => {
  await using app = await shop();
  const paper = await app.visit('2026-03-10T09:00:00Z', {}, '');
  const copy = await app.visit('2026-03-11T09:00:00Z', {}, 'secretary@example.org');
  for (const { actionHash } of [paper, copy]) {
    assert.equal((await app.feedOf(actionHash)).hasAll, false);
    assert.equal((await app.call(visitorFeeds.getFeed, { actionHash, scope: 'customer' })).status, 404);
  }
  assert.equal((await app.call(visitorFeeds.getFeed, { actionHash: newToken() })).status, 404);
});

test('a feed ends with its link, with another customer, with the visit and by the customer', async () => {
  await using app = await shop();
  const { write } = app.database;
  const revoked = await app.visit('2026-03-10T09:00:00Z');
  const given = await app.visit('2026-03-11T09:00:00Z');
  const deleted = await app.visit('2026-03-12T09:00:00Z');
  const ended = await app.visit('2026-03-13T09:00:00Z');
  const path = async ({ actionHash }: { actionHash: string }) => (await app.feedOf(actionHash)).path;
  const paths = [await path(revoked), await path(given), await path(deleted), await path(ended)] as const;
  const all = (await app.feedOf(ended.actionHash, 'customer')).path;
  for (const one of [...paths, all]) assert.ok(Array.isArray(await app.read(one)));
  await sql`update action_links set is_revoked = true where visit_id = ${revoked.id}`.execute(write);
  await sql`update visits set e_mail = 'new@example.org' where id = ${given.id}`.execute(write);
  await sql`delete from visits where id = ${deleted.id}`.execute(write);
  const { actionHash } = ended;
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await app.call(visitorFeeds.deleteFeed, { actionHash })).status, 204);
  }
  for (const one of paths) assert.equal(await app.read(one), 404);
  assert.ok(Array.isArray(await app.read(all)));
  assert.notEqual((await app.feedOf(actionHash)).path, paths[3], 'a new feed has another address');
  await sql`update contacts set merged_into = ${(await buildContact(app, app.employee)).id} where id = ${app.contact.id}`.execute(
    write,
  );
  assert.equal(await app.read(all), 404, 'no visit is of the customer any more');
});
