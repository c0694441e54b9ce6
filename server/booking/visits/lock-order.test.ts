// Tests that changes of visits lock in the house's order: the calendars, the visit, its events, its customer
// (docs/design/visits.md). Each test holds a row as another transaction does, and finds the later ones free.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import { visits } from '#contract/booking/visits.ts';
import { proveConsents } from '#server/customers/consent/record-consent.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { appointmentOf, at, salon } from '#server/testing/build/salon.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { cancelComingVisits } from './visits-of-deleted-account.ts';

type Salon = Awaited<ReturnType<typeof salon>>;
type Row = ['visits' | 'events' | 'contacts' | 'consents', id: string];

/**
 * Begins a call while another transaction has locked a row, waits until the call waits, and asserts that it has locked
 * none of the other rows yet. Returns the answer of the call.
 */
async function whileLocked<T>(
  app: Pick<Salon, 'database'>,
  [table, id]: Row,
  call: () => Promise<T>,
  { free, meanwhile }: { free: readonly Row[]; meanwhile?: (db: Db) => Promise<unknown> },
): Promise<T> {
  const { answer } = await app.database.write.transaction().execute(async (other) => {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(other);
    const pending = call();
    pending.catch(() => {});
    await waitForLock(app);
    for (const [later, laterId] of free) {
      await sql`select from ${sql.table(later)} where id = ${laterId} for update nowait`.execute(other);
    }
    await meanwhile?.(other);
    return { answer: pending };
  });
  return answer;
}

const oneContact = async (app: Salon) => {
  const rows = await app.database.read.selectFrom('contacts').select('id').execute();
  assert.equal(rows.length, 1);
  return rows[0]?.id ?? '';
};

test('a customer who moves their appointment waits for its row before they take its events', async () => {
  await using app = await salon();
  const service = await buildService(app, app.employee, { minutes: 30 });
  const { id, actionHash } = await appointmentOf(app, [service], at('12:00'));
  const { eventId } = await app.database.read
    .selectFrom('visitParts')
    .select('eventId')
    .where('visitId', '=', id)
    .executeTakeFirstOrThrow();
  const move = () => app.call(publicCalendars.rescheduleAppointment, { actionHash, start: at('14:00') });
  const moved = await whileLocked(app, ['visits', id], move, { free: [['events', eventId]] });
  assert.deepEqual([moved.status, (await app.visit(id))?.startAt.toString()], [200, at('14:00')]);
});

test('a visitor who confirms waits for the visit before they take their customer record, and for that before its consents', async () => {
  await using app = await salon();
  const known = await buildContact(app, app.company, { name: 'Visitor', eMail: 'visitor@example.org' });
  const hold = await app.call(publicCalendars.insertEvent, {
    ...{ ...app.place, start: at('12:00'), end: at('13:00') },
    ...{ name: 'Visitor', eMail: 'visitor@example.org' },
  });
  const { id, token } = hold.answer;
  const confirm = () => app.call(publicCalendars.confirmEvent, { id, token, consents: ['email'] });
  const requested = await whileLocked(app, ['visits', id], confirm, { free: [['contacts', known.id]] });
  assert.equal(requested.answer.type, 'info', requested.body);

  const { id: consentId } = await app.database.read.selectFrom('consents').select('id').executeTakeFirstOrThrow();
  const actionHash = /\/appointment\/([\w-]{22,})\//.exec((await app.mails()).at(-1)?.plain ?? '')?.[1] ?? '';
  const process = () => app.call(publicCalendars.processAppointment, { actionHash, action: 'confirm' });
  const confirmed = await whileLocked(app, ['visits', id], process, {
    free: [
      ['contacts', known.id],
      ['consents', consentId],
    ],
  });
  assert.equal(confirmed.answer.state, 'confirmed');
  const { mailConsent } = await app.database.read
    .selectFrom('contacts')
    .select('mailConsent')
    .executeTakeFirstOrThrow();
  assert.equal(mailConsent, 'given');

  await sql`update consents set proved_at = null`.execute(app.database.write);
  const eMail = 'visitor@example.org';
  const prove = () =>
    transaction({ ...app, db: app.database.write }, (tx) => proveConsents(tx, { companyId: app.company.id, eMail }));
  await whileLocked(app, ['contacts', known.id], prove, { free: [['consents', consentId]] });
  const proved = app.database.read.selectFrom('consents').select('id').where('provedAt', 'is not', null);
  assert.deepEqual(await proved.execute(), [{ id: consentId }]);
});

test('a change that waited for a merge counts the visits of the customer who has the visit now', async () => {
  await using app = await salon();
  const { id } = await app.insert('12:00', '13:00').then(({ answer }) => answer);
  const before = await oneContact(app);
  const kept = await buildContact(app, app.company, { name: 'Lena', eMail: 'lena@example.org' });
  const visitId = (await app.database.read.selectFrom('visits').select('id').executeTakeFirstOrThrow()).id;
  const end = () => app.call(calendars.deleteEvent, { id, notify: false }, app.as);
  const deleted = await whileLocked(app, ['visits', visitId], end, {
    free: [
      ['contacts', before],
      ['contacts', kept.id],
    ],
    async meanwhile(db) {
      await sql`update visits set contact_id = ${kept.id} where id = ${visitId}`.execute(db);
      await sql`select recount_contacts(${app.company.id}, ${[before, kept.id]}::uuid[], ${app.clock.now()})`.execute(
        db,
      );
    },
  });
  assert.equal(deleted.status, 204);
  const figures = app.database.read.selectFrom('contacts').select(['id', 'nextVisit']).where('id', '=', kept.id);
  assert.deepEqual(await figures.execute(), [{ id: kept.id, nextVisit: null }]);
});

test('the end of an account takes all calendars of its visits before the first visit', async () => {
  await using app = await salon({ actions: ['admin'] });
  const colleague = await buildEmployee(app, app.location);
  const { id } = await buildEvent(app, app.employee, { start: at('10:00'), name: 'Anna', eMail: 'a@example.org' });
  const parts = [
    { calendarId: app.employee.calendarId, title: 'Cut', start: at('12:00'), minutes: 30 },
    { calendarId: colleague.calendarId, title: 'Tea', minutes: 30 },
  ];
  const { answer: both } = await app.call(visits.insertVisit, { name: 'Zane', eMail: 'z@example.org', parts }, app.as);
  const user = { id: app.employee.userId, companyId: app.company.id, impersonator: null };
  const ending = await app.database.write.transaction().execute(async (busy) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${colleague.calendarId}, 0))`.execute(busy);
    // The verb reads nothing else of a session.
    const context = { ...app, db: app.database.write, user } as unknown as SignedIn;
    const pending = transaction(context, cancelComingVisits);
    await waitForLock(app);
    await sql`select from visits for update nowait`.execute(busy);
    return { pending };
  });
  await ending.pending;
  const states = await app.database.read.selectFrom('visits').select(['id', 'status']).orderBy('startAt').execute();
  assert.deepEqual(states, [
    { id, status: 'cancelled' },
    { id: both.id, status: 'cancelled' },
  ]);
});
