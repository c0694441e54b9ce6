// Queues the reminders before visits: for customers as company, service and the customer say, for employees as they
// chose.
import { sql } from 'kysely';
import { leadBounds, type ReminderChannel } from '#contract/messaging/reminder-leads.ts';
import { isDatabaseUnavailable, isOutOfRoom } from '#server/db/database-away.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { queueAppointmentMail } from './queue-appointment-mail.ts';
import { queueReminderSms } from './queue-appointment-sms.ts';
import { remindOfAppointment } from './remind-of-appointment.ts';

/** After a pause of the process, older reminders are left out. */
const longestPause = { hours: 24 };
/** The first run has no earlier one. */
const firstRun = { minutes: 1 };
/** A reminder is of no use later than this before the start. */
const latest = { hours: 1 };

interface DueReminder {
  companyId: string;
  id: string;
  startAt: Temporal.Instant;
  /** `customer`, or the id of the employee. */
  recipient: string;
  channel: ReminderChannel | 'sms';
  /** An SMS that cannot be sent leaves as mail. */
  mailInstead: string | null;
  cause: string;
  /** Of the feed item, for `push`: derived from the cause, so that there is one. */
  itemId: string;
}

/**
 * Queues the reminders that have become due since the last run, each in its own transaction. Returns how many. One that
 * cannot be queued is logged and holds up no other; a database that is away ends the run instead. A reminder that was
 * due before the visit was made, moved or confirmed is never sent: no run finds it.
 */
export async function remindOfVisits(services: Services, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  const { clock, database } = services;
  const now = clock.now();
  const since = await lastRun(database.write, now);
  let queued = 0;
  for (const due of await findDue(database.write, { since, now })) {
    signal?.throwIfAborted();
    try {
      if (await transaction({ ...services, db: database.write }, (tx) => queueReminder(tx, due))) queued++;
    } catch (error) {
      // The next run begins where this one did.
      if (!(error instanceof Error) || isTransient(error)) throw error;
      const { companyId, id, recipient, channel } = due;
      services.log.error({ err: error, companyId, visit: id, recipient, channel }, 'a reminder could not be queued');
    }
  }
  await sql`
    insert into reminder_runs (done_until) values (${now})
    on conflict (is_only) do update set done_until = excluded.done_until`.execute(database.write);
  return queued;
}

/**
 * The same reminder may be queued by the next run: the database is away or full, or another transaction was in its way.
 */
function isTransient(error: Error & { code?: string }): boolean {
  return isDatabaseUnavailable(error) || isOutOfRoom(error) || /^(40|55|57|58)/.test(error.code ?? '');
}

/** Returns whether it was queued. A push message is that of a feed item, which the bell shows, too. */
async function queueReminder(tx: ServiceContext, due: DueReminder): Promise<boolean> {
  if (due.channel === 'push') return remindOfAppointment(tx, 'upcoming', due, { itemId: due.itemId });
  const kind = due.recipient === 'customer' ? 'reminder' : 'notice';
  const expiresAt = due.startAt.subtract(latest);
  if (due.channel === 'sms') {
    const outcome = await queueReminderSms(tx, due, { upcoming: { cause: due.cause, expiresAt } });
    if (outcome === 'queued' || outcome === 'held') return true;
    if (outcome === 'known') return false;
    tx.log.info({ category: 'Mail', visit: due.id, outcome }, 'no SMS: this number cannot have it');
    if (due.mailInstead === null) return false;
  }
  const cause = due.mailInstead ?? due.cause;
  return (await queueAppointmentMail(tx, kind, due, { upcoming: { cause, expiresAt } })) !== undefined;
}

async function lastRun(db: Db, now: Temporal.Instant): Promise<Temporal.Instant> {
  const run = await db.selectFrom('reminderRuns').select('doneUntil').executeTakeFirst();
  const earliest = now.subtract(longestPause);
  if (!run) return now.subtract(firstRun);
  return Temporal.Instant.compare(run.doneUntil, earliest) < 0 ? earliest : run.doneUntil;
}

/** Quiet hours begin at a full hour of a zone; the offsets of zones are multiples of this (ms). */
const offsetStep = 15 * 60_000;

/** A reminder in the quiet hours is due when they begin: earlier, never later. */
const dueAt = sql`coalesce(lower(quiet_hours_at(x.lead_at, x.time_zone, x.quiet_from, x.quiet_until)), x.lead_at)`;

/** Of a due visit `d`: those of the service of its first part, or of the company. */
const leadsOf = sql`coalesce((
  select s.reminder_leads from visit_parts p join services s on s.company_id = p.company_id and s.id = p.service_id
  where p.company_id = d.company_id and p.visit_id = d.id and p.position = (
    select min(f.position) from visit_parts f where f.company_id = p.company_id and f.visit_id = p.visit_id)), c.reminder_leads)`;

/** A visit that is due by a lead (hours) that someone has chosen, though perhaps not for this visit. */
interface DueVisit {
  companyId: string;
  id: string;
  startAt: Temporal.Instant;
  lead: number;
  dueAt: Temporal.Instant;
}

/**
 * The reminders that became due after `since`, up to `now`, and that are not queued yet. The second of two
 * statements is planned for the visits that the first one has found: one for both was planned for far too many.
 */
export async function findDue(
  db: Db,
  { since, now }: { since: Temporal.Instant; now: Temporal.Instant },
): Promise<DueReminder[]> {
  const due = await findDueVisits(db, { since, now });
  return due.length > 0 ? findReminders(db, due) : [];
}

async function findDueVisits(
  db: Db,
  { since, now }: { since: Temporal.Instant; now: Temporal.Instant },
): Promise<DueVisit[]> {
  const stepOf = (instant: Temporal.Instant) => Math.floor(instant.epochMilliseconds / offsetStep);
  // A reminder that quiet hours bring forward is due up to a day before, when they begin.
  const ahead = stepOf(now) > stepOf(since) ? 24 : 0;
  const { rows } = await sql<DueVisit>`
    with all_leads as (
      select distinct unnest(reminder_leads) as lead from companies
      union select distinct unnest(reminder_leads) from services where reminder_leads is not null
      union select distinct unnest(reminder_leads) from employees where reminder_leads <> '{}'),
    -- A lead that no interval can hold would end the reminders of all companies.
    leads as (select lead from all_leads where lead between ${leadBounds.min} and ${leadBounds.max}),
    near as (
      select l.lead, v.company_id, v.id, v.start_at, v.time_zone, v.created_at, v.remind_from, c.quiet_from, c.quiet_until,
        v.start_at - make_interval(hours => l.lead) as lead_at
      from leads l
      join lateral (
        select * from visits v where v.status = 'confirmed' and v.start_at >= ${now.add(latest)}
          and v.start_at > ${since}::timestamptz + make_interval(hours => l.lead)
          and v.start_at <= ${now}::timestamptz + make_interval(hours => l.lead + ${ahead}::int)
        -- The server must not join them in another way, however many leads it expects: this reads an index for each.
        offset 0) v on true
      -- A restored company sends nothing before somebody works there.
      join companies c on c.id = v.company_id and exists (select from employees w where w.company_id = c.id))
    select company_id, id, start_at, lead, due_at from (select x.*, ${dueAt} as due_at from near x) d
    where due_at > ${since} and due_at <= ${now} and created_at <= due_at
      and (remind_from is null or remind_from <= due_at)`.execute(db);
  return rows;
}

async function findReminders(db: Db, due: readonly DueVisit[]): Promise<DueReminder[]> {
  const [companies, ids, starts, leads, times] = (['companyId', 'id', 'startAt', 'lead', 'dueAt'] as const).map((key) =>
    due.map((each) => String(each[key])),
  );
  const { rows } = await sql<DueReminder>`
    with due as (
      select u.*, v.e_mail, v.phone_number, v.send_sms, v.contact_id
      from unnest(${companies}::uuid[], ${ids}::uuid[], ${starts}::timestamptz[], ${leads}::integer[], ${times}::timestamptz[])
        u (company_id, id, start_at, lead, due_at)
      join visits v on v.company_id = u.company_id and v.id = u.id),
    wanted as (
      select d.*, 'customer' as recipient, h.channel, h.prefers_sms and d.e_mail <> '' as falls_back from due d
      join companies c on c.id = d.company_id
      left join contacts k on k.company_id = d.company_id and k.id = d.contact_id
      join lateral (
        select w.channel, coalesce(k.preferred_channel, '') = 'sms' as prefers_sms
        from (values ('mail', d.e_mail <> ''), ('sms', d.phone_number <> '' and d.send_sms and c.sms_reminders)) w (channel, is_possible)
        where w.is_possible and case coalesce(k.preferred_channel, '')
          when 'none' then false
          when 'email' then w.channel = 'mail'
          -- By mail as long as the company sends no SMS.
          when 'sms' then w.channel = 'sms' or not (d.phone_number <> '' and d.send_sms and c.sms_reminders)
          else true end) h on true
      where d.lead = any(${leadsOf})
      union all
      select d.*, m.user_id::text, channel, false from due d
      join lateral (
        select k.user_id from visit_parts p
        join events e on e.company_id = p.company_id and e.id = p.event_id
        join calendars k on k.company_id = e.company_id and k.id = e.calendar_id
        where p.company_id = d.company_id and p.visit_id = d.id order by p.position limit 1) k on true
      join employees m on m.company_id = d.company_id and m.user_id = k.user_id and d.lead = any(m.reminder_leads)
      cross join unnest(m.reminder_channels) channel)
    select company_id, id, start_at, recipient, channel, cause, md5(cause)::uuid as item_id,
      case when falls_back and channel = 'sms' then replace(cause, ':sms:', ':mail:') end as mail_instead
    from (
      select w.*, concat_ws(':', 'reminder', id, recipient, channel, lead, extract(epoch from start_at)::bigint) as cause
      from wanted w) w
    where case channel when 'push'
      then not exists (select from reminders r where r.company_id = w.company_id and r.id = md5(w.cause)::uuid)
      else not exists (select from deliveries d
        where d.company_id = w.company_id and d.medium = w.channel and d.cause_key = w.cause) end
    order by due_at, id`.execute(db);
  return rows;
}
