// Tests of the appointments that visitors see by a link to their address.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { myAppointments } from '#contract/booking/my-appointments.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { businessWithCustomers } from '#server/testing/build/customers.ts';
import { insertManyVisits } from '#server/testing/build/many-visits.ts';
import { at, request, salon } from '#server/testing/build/salon.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { maxLinks } from './send-link.ts';
import { publicVisitId } from './store.ts';

const anna = 'anna@example.org';

/** The links that were mailed to an address, in order. */
async function linksTo(app: TestApp, eMail = anna): Promise<string[]> {
  const mails = await storedMails(app, eMail);
  return mails.flatMap(({ plain }) => /\/appointments\/([\w-]{22,})/.exec(plain)?.[1] ?? []);
}

async function linkFor(app: TestApp, eMail = anna): Promise<string> {
  assert.equal((await app.call(myAppointments.sendLink, { eMail })).status, 204);
  const link = (await linksTo(app, eMail)).at(-1);
  assert.ok(link);
  return link;
}

/** Signs a browser in by a new link, and returns its cookie. */
async function browserOf(app: TestApp, eMail = anna): Promise<{ cookie: string }> {
  const opened = await app.call(myAppointments.open, { actionHash: await linkFor(app, eMail) });
  assert.equal(opened.status, 204);
  const [cookie = ''] = String(opened.headers['set-cookie']).split(';');
  return { cookie };
}

/** The id of a visit in the list. */
const listed = ({ company }: { company: { id: string } }, id: string) => publicVisitId({ companyId: company.id, id });

const mineOf = async (app: TestApp, who: { cookie?: string } = {}, actionHash?: string) =>
  (await app.call(myAppointments.getMine, { actionHash }, who)).answer;

async function titlesOf(app: TestApp, who: { cookie?: string }): Promise<string[]> {
  const { coming, past } = await mineOf(app, who);
  return [...coming, ...past].map(({ title }) => title);
}

test('the link shows the appointments without using itself up, and a click signs the browser in for 30 days', async () => {
  await using app = await salon();
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna, title: 'Cut' });
  const actionHash = await linkFor(app);
  const [mail] = await storedMails(app, anna);
  assert.equal(mail?.subject, 'Your appointments');
  assert.equal(mail?.expiresAt?.toString(), app.clock.now().add({ minutes: 30 }).toString());
  for (let opened = 0; opened < 3; opened++) {
    const mine = await mineOf(app, {}, actionHash);
    assert.deepEqual([mine.eMail, mine.isSignedIn, mine.coming.length], [anna, false, 1]);
  }
  assert.equal((await mineOf(app)).eMail, null, 'reading signs no browser in');
  const opened = await app.call(myAppointments.open, { actionHash });
  assert.equal(opened.status, 204);
  const header = String(opened.headers['set-cookie']);
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api/appointments', 'Max-Age=2592000']) {
    assert.ok(header.includes(part), header);
  }
  const cookie = header.split(';')[0] ?? '';
  assert.deepEqual(
    [(await mineOf(app, { cookie })).isSignedIn, (await mineOf(app, { cookie })).coming.length],
    [true, 1],
  );
  // Once.
  assert.equal((await app.call(myAppointments.open, { actionHash })).status, 404);
  assert.equal((await app.call(myAppointments.getMine, { actionHash })).status, 404);
  app.clock.advance({ seconds: 30 * 24 * 3600 - 1 });
  assert.equal((await mineOf(app, { cookie })).eMail, anna);
  app.clock.advance({ seconds: 1 });
  assert.equal((await mineOf(app, { cookie })).eMail, null);
});

test('the cookie is sent over https only where the installation has it', async () => {
  await using app = await salon({ env: { PUBLIC_URL: 'https://daybook.test' } });
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna });
  const headers = { 'sec-fetch-site': 'same-origin' };
  await app.call(myAppointments.sendLink, { eMail: anna }, { headers });
  const [actionHash = ''] = await linksTo(app);
  const opened = await app.call(myAppointments.open, { actionHash }, { headers });
  assert.match(String(opened.headers['set-cookie']), /; Secure/);
});

test('a link works for 30 minutes, also beside later ones, and of two clicks at once one signs in', async () => {
  await using app = await salon();
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna });
  const first = await linkFor(app);
  app.clock.advance({ minutes: 20 });
  const second = await linkFor(app);
  app.clock.advance({ seconds: 599 });
  assert.equal((await mineOf(app, {}, first)).eMail, anna);
  app.clock.advance({ seconds: 1 });
  for (const call of [myAppointments.getMine, myAppointments.open]) {
    assert.equal((await app.call(call, { actionHash: first })).status, 404);
    assert.equal((await app.call(call, { actionHash: `${first.slice(0, -1)}_` })).status, 404);
    assert.equal((await app.call(call, { actionHash: 'short' })).status, 417);
  }
  const clicks = await Promise.all(
    [1, 2, 3, 4].map(() => app.call(myAppointments.open, { actionHash: second }).then(({ status }) => status)),
  );
  assert.deepEqual(clicks.toSorted(), [204, 404, 404, 404]);
});

test('known and unknown addresses get the same answer after the same time, and unknown ones no mail', async () => {
  await using app = await salon();
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna });
  const ask = async (eMail: string) => {
    const start = performance.now();
    const { status, body, headers } = await app.call(myAppointments.sendLink, { eMail });
    return { answer: [status, body, headers['set-cookie']], took: performance.now() - start };
  };
  // The first mail loads the templates.
  await ask(anna);
  const [known, unknown] = [await ask(anna), await ask('nobody@example.org')];
  assert.deepEqual(known.answer, unknown.answer);
  for (const { took } of [known, unknown]) assert.ok(took >= 395, `${took} ms`);
  assert.equal((await storedMails(app)).length, 2);
  assert.deepEqual(await storedMails(app, 'nobody@example.org'), []);
  await ask(anna);
  for (let n = 0; n < 2; n++) await ask('nobody@example.org');
  assert.deepEqual((await ask(anna)).answer.slice(0, 2), (await ask('nobody@example.org')).answer.slice(0, 2));
  assert.equal((await ask(anna)).answer[0], 429);
  // A held time belongs to no one yet: any visitor can type any address there.
  await app.call(publicCalendars.insertEvent, {
    ...{ ...app.place, start: at('14:00'), end: at('15:00') },
    ...{ name: 'Visitor', eMail: 'held@example.org' },
  });
  await ask('held@example.org');
  assert.deepEqual(await storedMails(app, 'held@example.org'), []);
});

test('an address gets three links in any hour and ten a day, and a network asks for twenty an hour', async () => {
  await using app = await salon();
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna });
  let networks = 0;
  // From another network each time: the limit of an address holds for all.
  const ask = async (eMail: string, address = `10.1.${networks++}.1`) => {
    const { statusCode: status, headers } = await app.server.inject({
      method: 'POST',
      url: '/api/appointments/SendLink',
      payload: { EMail: eMail },
      remoteAddress: address,
    });
    return { status, retryAfter: Number(headers['retry-after']) };
  };
  app.clock.set('2026-03-02T08:54:00Z');
  const atOnce = await Promise.all(Array.from({ length: 12 }, () => ask(anna)));
  assert.equal(atOnce.filter(({ status }) => status === 204).length, maxLinks.anHour);
  assert.equal((await linksTo(app)).length, 3);
  const refused = atOnce.find(({ status }) => status === 429);
  assert.ok(refused && refused.retryAfter > 0 && refused.retryAfter <= 65 * 60, JSON.stringify(refused));
  // No full hour of the clock starts the count again.
  for (const now of ['2026-03-02T09:01:00Z', '2026-03-02T09:30:00Z', '2026-03-02T09:53:59Z']) {
    app.clock.set(now);
    assert.equal((await ask('ANNA@example.org')).status, 429, now);
  }
  let sent = 3;
  for (let hour = 1; hour < 12; hour++) {
    app.clock.set(Temporal.Instant.from('2026-03-02T08:54:00Z').add({ minutes: 66 * hour }));
    const answers = await Promise.all([ask(anna), ask(anna), ask(anna)]);
    sent += answers.filter(({ status }) => status === 204).length;
  }
  assert.deepEqual([sent, (await linksTo(app)).length], [maxLinks.aDay, maxLinks.aDay]);
  const ofNetwork = await Promise.all(Array.from({ length: 24 }, (_, n) => ask(`person${n}@example.org`, '10.9.9.9')));
  assert.equal(ofNetwork.filter(({ status }) => status === 204).length, maxLinks.ofNetwork);
  // Mails about appointments have limits of their own.
  app.clock.set('2026-03-02T09:00:00Z');
  await request(app, '15:00', anna);
  assert.ok(
    (await storedMails(app, anna)).some(({ causeKind, state }) => causeKind === 'visit.request' && state === 'queued'),
  );
});

test('lists the visits with exactly the address, of all companies, with nothing else of the customer', async () => {
  await using app = await salon();
  const other = await buildBusiness(app, { firstName: 'Zane', timeZone: 'America/New_York' });
  const cut = await buildService(app, app.employee, { name: 'Cut', price: 25 });
  const mine = { name: 'Anna', eMail: 'Anna@Example.org', title: 'Late payer', phoneNumber: '+371 20 000 009' };
  await buildEvent(app, app.employee, { ...mine, start: at('12:00'), serviceId: cut.id });
  await buildEvent(app, other.employee, { ...mine, start: '2026-03-04T15:00:00Z' });
  await buildEvent(app, app.employee, { ...mine, start: '2026-02-02T09:00:00Z', status: 'no_show' });
  await buildEvent(app, app.employee, { ...mine, start: '2026-03-03T09:00:00Z', status: 'cancelled' });
  await buildEvent(app, app.employee, { ...mine, start: '2026-03-03T13:00:00Z', status: 'requested' });
  for (const eMail of ['anna+x@example.org', 'xanna@example.org', 'ann_@example.org', 'anna@example.org.uk', '']) {
    await buildEvent(app, app.employee, { start: '2026-03-05T09:00:00Z', lane: 1, name: 'Other', eMail, type: 'info' });
    await sql`delete from events where start_at = '2026-03-05T09:00:00Z' and lane = 2`.execute(app.database.write);
    await app.database.write.updateTable('events').set({ lane: sql`lane + 1` }).where('lane', '>', 0).execute();
  }
  const who = await browserOf(app);
  const { coming, past } = await mineOf(app, who);
  assert.deepEqual(
    coming.map(({ state, start, name, timeZone, price }) => [state, start, name, timeZone, price]),
    [
      ['confirmed', '2026-03-02T14:00:00+02:00', coming[0]?.name, 'Europe/Riga', 25],
      ['requested', '2026-03-03T15:00:00+02:00', coming[0]?.name, 'Europe/Riga', null],
      ['confirmed', '2026-03-04T10:00:00-05:00', coming[2]?.name, 'America/New_York', null],
    ],
  );
  assert.deepEqual(
    past.map(({ state, start }) => [state, start.slice(0, 10)]),
    [
      ['cancelled', '2026-03-03'],
      ['past', '2026-02-02'],
    ],
  );
  assert.match(coming[2]?.name ?? '', /^Zane/);
  const { body } = await app.call(myAppointments.getMine, {}, who);
  for (const secret of ['Late payer', '20 000 009', '"Anna"', 'Other']) assert.ok(!body.includes(secret), secret);
});

test('letters that only fold to those of the address are another address', async () => {
  await using app = await salon();
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Mia', eMail: 'mia@example.org' });
  const { rows } = await sql<{ one: string }>`select lower(${'M\u0130A'}) as one`.execute(app.database.read);
  assert.equal(rows[0]?.one, 'mia', 'the database folds the dotted I to i');
  await app.call(myAppointments.sendLink, { eMail: 'm\u0130a@example.org' });
  assert.deepEqual(await storedMails(app), []);
  await app.call(myAppointments.sendLink, { eMail: 'MIA@example.org' });
  assert.equal((await storedMails(app)).length, 1);
});

test('an address with a line break or a second recipient is refused', async () => {
  await using app = await salon();
  for (const eMail of [
    `${anna}\r\nBcc: x@example.org`,
    `${anna}, x@example.org`,
    `Anna <${anna}>`,
    `${anna}%0d%0a`,
    '',
  ]) {
    const refused = await app.call(myAppointments.sendLink, { eMail });
    assert.deepEqual(
      refused.complaints.map(({ Key }) => Key),
      ['EMail'],
      eMail,
    );
  }
  assert.deepEqual(await storedMails(app), []);
});

test('a forged, foreign or changed cookie signs no browser in', async () => {
  await using app = await salon();
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna });
  await buildEvent(app, app.employee, { start: at('14:00'), name: 'Eve', eMail: 'eve@example.org' });
  const { cookie } = await browserOf(app, 'eve@example.org');
  const [expires = '', id = '', address = '', signature = ''] = cookie.split('=')[1]?.split('.') ?? [];
  assert.equal(Buffer.from(address, 'base64url').toString(), 'eve@example.org');
  const annas = Buffer.from(anna).toString('base64url');
  const values = [
    [expires, id, annas, signature],
    [String(Number(expires) + 1), id, address, signature],
    [expires, randomUUIDv7(), address, signature],
    [expires, id, address, 'A'.repeat(signature.length)],
    [expires, id, address, ''],
    [expires, id, `${address}.${annas}`, signature],
    ['', '', '', ''],
    ['NaN', "' or true --", '%00', '=='],
  ].map((parts) => parts.join('.'));
  for (const value of [...values, signature, '.', 'x'.repeat(3000)]) {
    const found = await app.call(myAppointments.getMine, {}, { cookie: `daybook-appointments=${value}` });
    assert.deepEqual([found.status, found.answer.eMail, found.answer.coming], [200, null, []], value);
  }
  // The cookies of other purposes are no sign-in either.
  const { actionHash } = await request(app, '15:00', anna);
  const proved = await app.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  const other = String(proved.headers['set-cookie']).split(';')[0]?.split('=')[1];
  assert.ok(other);
  assert.equal((await mineOf(app, { cookie: `daybook-appointments=${other}` })).eMail, null);
});

test('an appointment opens with a link of its own, which moves and cancels by the usual rules', async () => {
  await using app = await salon();
  const { id, actionHash: mailed } = await request(app, '12:00', anna);
  const foreign = await buildEvent(app, app.employee, { start: at('16:00'), name: 'Eve', eMail: 'eve@example.org' });
  const who = await browserOf(app);
  const open = async (of: string, by: object = who) =>
    await app.call(myAppointments.openAppointment, { id: listed(app, of) }, by as { cookie: string });
  const { actionHash } = (await open(id)).answer;
  assert.notEqual(actionHash, mailed);
  assert.equal((await open(id)).answer.actionHash, actionHash, 'the same each time');
  for (const refused of [
    await open(foreign.id),
    await open(randomUUIDv7()),
    await open(id, {}),
    await open(id, await browserOf(app, 'eve@example.org')),
  ]) {
    assert.equal(refused.status, 404);
  }
  const confirmed = await app.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  assert.equal(confirmed.answer.state, 'confirmed');
  const moved = await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('13:00') });
  assert.equal(moved.status, 200, moved.body);
  await app.database.write.updateTable('visits').set({ cancelHours: 24 }).where('id', '=', id).execute();
  assert.equal((await app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('14:00') })).status, 409);
  const cancelled = await app.call(publicCalendars.processAppointment, { actionHash, action: 'cancell' });
  assert.equal(cancelled.answer.state, 'cancelled');
  assert.deepEqual(
    (await mineOf(app, who)).past.map(({ state, isChangeable }) => [state, isChangeable]),
    [['cancelled', false]],
  );
});

test('a visit that belongs to another customer now is neither listed nor opened, and its opened link ends', async () => {
  await using app = await salon();
  const { id } = await request(app, '12:00', anna);
  const who = await browserOf(app);
  const { actionHash } = (await app.call(myAppointments.openAppointment, { id: listed(app, id) }, who)).answer;
  assert.equal((await app.call(publicCalendars.getAppointment, { actionHash })).status, 200);
  const { version, parts } = (await app.call(visits.getVisit, { id }, app.as)).answer;
  const updated = await app.call(
    visits.updateVisit,
    {
      ...{ id, version, contactId: null, name: 'Eve', eMail: 'eve@example.org' },
      parts: parts.map(({ eventId, calendarId, serviceId, title, start }) => ({
        ...{ eventId, calendarId, serviceId, title, start, minutes: 60 },
      })),
    },
    app.as,
  );
  assert.equal(updated.status, 200, updated.body);
  const { coming, past } = await mineOf(app, who);
  assert.deepEqual([coming, past], [[], []]);
  assert.equal((await app.call(myAppointments.openAppointment, { id: listed(app, id) }, who)).status, 404);
  assert.equal((await app.call(publicCalendars.getAppointment, { actionHash })).status, 404);
});

test('visits of a deleted and of a merged customer stay with the address that they were booked with', async () => {
  await using app = await businessWithCustomers();
  const { insert, merge, delete: remove } = companyContacts.operations;
  const kept = (await app.call(insert, { name: 'Anna Berg', eMail: 'berg@example.org' }, app)).answer;
  const double = (await app.call(insert, { name: 'Anna', eMail: anna }, app)).answer;
  const [own, old] = [await app.visit(kept), await app.visit(double)];
  for (const [{ id }, eMail] of [
    [own, 'berg@example.org'],
    [old, anna],
  ] as const) {
    await app.database.write.updateTable('visits').set({ eMail }).where('id', '=', id).execute();
  }
  await app.call(merge, { contactId: kept.id, mergedId: double.id }, app);
  const ids = async (eMail: string) => {
    const { coming, past } = await mineOf(app, await browserOf(app, eMail));
    return [...coming, ...past].map(({ id }) => id);
  };
  assert.deepEqual(await ids(anna), [listed(app, old.id)]);
  await app.call(remove, { id: kept.id }, app);
  assert.deepEqual([await ids('berg@example.org'), await ids(anna)], [[listed(app, own.id)], [listed(app, old.id)]]);
});

test('visits of a company and of its restored copy, which have the same ids, open each its own', async () => {
  await using app = await salon();
  const copy = await buildBusiness(app, { firstName: 'Copied' });
  const { id } = await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna });
  const event = await buildEvent(app, copy.employee, { start: at('14:00'), name: 'Anna', eMail: anna });
  await app.database.write.transaction().execute(async (change) => {
    await sql`
      insert into visits select (jsonb_populate_record(v, jsonb_build_object('id', ${id}::uuid, 'calendar_uid', gen_random_uuid()))).*
      from visits v where id = ${event.id}`.execute(change);
    await sql`update visit_parts set visit_id = ${id} where visit_id = ${event.id}`.execute(change);
    await sql`delete from visits where id = ${event.id}`.execute(change);
  });
  const who = await browserOf(app);
  const { coming } = await mineOf(app, who);
  assert.equal(new Set(coming.map((each) => each.id)).size, 2);
  for (const each of coming) {
    const { actionHash } = (await app.call(myAppointments.openAppointment, { id: each.id }, who)).answer;
    const { answer } = await app.call(publicCalendars.getAppointment, { actionHash });
    assert.deepEqual([answer.start, answer.name], [each.start, each.name]);
  }
});

test('signing out ends this browser, everywhere ends all of the address, with what they opened', async () => {
  await using app = await salon();
  const { id } = await request(app, '12:00', anna);
  await buildEvent(app, app.employee, { start: at('16:00'), name: 'Eve', eMail: 'eve@example.org' });
  const eve = await browserOf(app, 'eve@example.org');
  const [one, two] = [await browserOf(app), await browserOf(app)];
  const linkOf = async (who: { cookie: string }) =>
    (await app.call(myAppointments.openAppointment, { id: listed(app, id) }, who)).answer.actionHash;
  const works = async (actionHash: string) =>
    (await app.call(publicCalendars.getAppointment, { actionHash })).status === 200;
  const [first, second] = [await linkOf(one), await linkOf(two)];
  const out = await app.call(myAppointments.signOut, {}, one);
  assert.match(String(out.headers['set-cookie']), /^daybook-appointments=;.*Max-Age=0/);
  // A copy of the cookie is worth nothing.
  assert.deepEqual([(await mineOf(app, one)).eMail, (await mineOf(app, two)).eMail], [null, anna]);
  assert.deepEqual([await works(first), await works(second)], [false, true]);
  assert.equal((await app.call(myAppointments.signOut, {}, one)).status, 204);
  assert.equal((await app.call(myAppointments.signOutEverywhere, {}, one)).status, 404);
  const waiting = await linkFor(app);
  assert.equal((await app.call(myAppointments.signOutEverywhere, {}, two)).status, 204);
  assert.deepEqual([(await mineOf(app, two)).eMail, await works(second)], [null, false]);
  assert.equal((await app.call(myAppointments.open, { actionHash: waiting })).status, 404);
  assert.equal((await mineOf(app, eve)).eMail, 'eve@example.org', 'others stay');
  // A link in a mail about the appointment is one of the company, and stays.
  const [link] = await app.database.read
    .selectFrom('actionLinks')
    .select('isRevoked')
    .where('visitId', '=', id)
    .orderBy('createdAt')
    .execute();
  assert.equal(link?.isRevoked, false);
});

test('an appointment is booked again with its person and services, or at the business once the person cannot be', async () => {
  await using app = await salon();
  const colleague = await buildEmployee(app, app.location, { firstName: 'Laura' });
  const cut = await buildService(app, app.employee, { name: 'Cut' });
  const old = await buildService(app, app.employee, { name: 'Perm', isActive: false });
  const mine = { name: 'Anna', eMail: anna };
  const event = await buildEvent(app, app.employee, { ...mine, start: at('12:00'), serviceId: cut.id });
  const { companyId } = app.employee;
  const option = async (name: string, isActive: boolean) => {
    const row = { companyId, id: randomUUIDv7(), serviceId: cut.id, kind: 'extra', name, position: 1 };
    await app.database.write
      .insertInto('serviceOptions')
      .values({ ...row, maxCount: 3, isActive })
      .execute();
    return row.id;
  };
  const [mask, gone] = [await option('Mask', true), await option('Steam', false)];
  for (const [position, optionId] of [mask, gone].entries()) {
    const booked = { companyId, visitId: event.id, eventId: event.id, optionId, position };
    await app.database.write
      .insertInto('visitPartOptions')
      .values({ ...booked, kind: 'extra', name: 'Extra', count: 2, minutes: 0, price: 0 })
      .execute();
  }
  await buildEvent(app, app.employee, { ...mine, start: at('14:00'), serviceId: old.id });
  const who = await browserOf(app);
  const again = async () => (await mineOf(app, who)).coming.map((each) => each.again);
  const { locationUrlName, userUrlName } = app.place;
  assert.deepEqual(await again(), [
    { locationUrlName, userUrlName, serviceIds: [cut.id], optionIds: [mask, mask] },
    { locationUrlName, userUrlName, serviceIds: [], optionIds: [] },
  ]);
  const setPublic = (userId: string, isProfilePublic: boolean) =>
    app.database.write.updateTable('employees').set({ isProfilePublic }).where('userId', '=', userId).execute();
  await setPublic(app.employee.userId, false);
  assert.deepEqual((await again())[0], {
    locationUrlName,
    userUrlName: null,
    serviceIds: [cut.id],
    optionIds: [mask, mask],
  });
  await setPublic(colleague.userId, false);
  assert.deepEqual(await again(), [null, null]);
});

test('names of a company that has not proved who it is are shown without links', async () => {
  await using app = await salon();
  await app.database.write
    .updateTable('companies')
    .set({ name: 'Win at prize.example/now' })
    .where('id', '=', app.company.id)
    .execute();
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna, title: 'See evil.example' });
  const who = await browserOf(app);
  assert.ok(!JSON.stringify(await mineOf(app, who)).includes('.example/'), 'masked');
  assert.deepEqual(await titlesOf(app, who), ['Appointment']);
  await verifyCompany(app, app.company);
  assert.equal((await mineOf(app, who)).coming[0]?.companyName, 'Win at prize.example/now');
});

test('an address with thousands of visits sees the soonest and the latest', async () => {
  await using app = await salon();
  const { companyId, calendarId, locationId } = app.employee;
  const client = await app.database.connect();
  // Half of them before now.
  const times = [companyId, calendarId, locationId, 2_000, '2026-02-10T08:00:00Z', 48, '30 minutes'];
  try {
    await client.query(insertManyVisits, times);
    await client.query('update visits set e_mail = $1', [anna]);
  } finally {
    await client.end();
  }
  const { coming, past } = await mineOf(app, await browserOf(app));
  assert.deepEqual([coming.length, past.length], [100, 50]);
  assert.equal(coming[0]?.start, '2026-03-02T10:30:00+02:00');
  assert.equal(past[0]?.start, '2026-03-02T10:00:00+02:00');
});

test('the mail and the page speak the language of the browser', async () => {
  await using app = await salon();
  await buildEvent(app, app.employee, { start: at('12:00'), name: 'Anna', eMail: anna });
  await app.call(myAppointments.sendLink, { eMail: anna }, { headers: { 'accept-language': 'lv' } });
  const [mail] = await storedMails(app, anna);
  assert.equal(mail?.subject, 'Jūsu pieraksti');
  assert.match(mail?.html ?? '', /lang="lv"/);
});
