// A business whose visits tests make, move and read.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { calendars } from '#contract/booking/calendar.ts';
import { publicCalendars } from '#contract/booking/public.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import { visitMayStillSend } from '#server/booking/notifications/may-still-send.ts';
import { storedMails } from '#server/testing/clients/stored-messages.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { buildBusiness } from './business.ts';
import { signIn } from './sign-in.ts';

/** A time of the day on which the clock of tests stands, in UTC. */
export const at = (time: string) => `2026-03-02T${time}:00Z`;

/** A company with one employee, who is signed in, and shorthands for its visits and mails. */
export async function salon(options: { env?: Record<string, string>; actions?: readonly string[]; now?: string } = {}) {
  const { now, env = {} } = options;
  const app = await testApp({ env, ...(now && { now }) });
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
    mails: () => storedMails(app),
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
export async function send(app: Pick<TestApp, 'database' | 'clock'>): Promise<void> {
  await app.database.write
    .updateTable('deliveries')
    .set({ state: 'sent', settledAt: app.clock.now(), attempts: 1 })
    .where('state', '=', 'queued')
    .execute();
}

/** A visitor holds an hour and confirms it; `actionHash` is that of the link in the mail. */
export async function request(
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

/** The kinds of the queued mails to customers that may leave, in order. */
export async function sendable(app: Pick<TestApp, 'database'>): Promise<string[]> {
  const says = Object.entries(visitMayStillSend).map(([kind, may]) => sql`when ${sql.lit(kind)} then ${may}`);
  const { rows } = await sql<{ causeKind: string }>`
    select d.cause_kind from deliveries d
    where d.state = 'queued' and d.cause_kind <> 'visit.notice' and case d.cause_kind ${sql.join(says, sql` `)} end order by d.id`.execute(
    app.database.read,
  );
  return rows.map(({ causeKind }) => causeKind);
}

/** An appointment of the services, confirmed by its link. */
export async function appointmentOf(
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
