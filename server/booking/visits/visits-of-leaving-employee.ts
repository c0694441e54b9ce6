// Settles the coming visits of a person who leaves the company: a colleague takes them over, or they are cancelled.
import { sql } from 'kysely';
import type { ComingVisits, KeptVisit } from '#contract/booking/visit-rows.ts';
import type { visits } from '#contract/booking/visits.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { personService } from '#server/booking/services/person-service.ts';
import { findCalendar } from '#server/booking/times/find-calendar.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { setStatus } from './change-status.ts';
import { assertEditable, findUsableVisit, lockVisit } from './find-visit.ts';
import { notifyCustomer } from './notify-customer.ts';
import { readVisit } from './read-visit.ts';
import { updateVisit } from './update-visit.ts';

/**
 * The visits `v` with parts `p` in calendars `k` of a person that have not begun, and that the person still has to do.
 */
const comingOf = ({ clock }: SignedIn, userId: string, companyId: string | undefined) => sql`
  from calendars k
  join events e on e.company_id = k.company_id and e.calendar_id = k.id
  join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
  join visits v on v.company_id = p.company_id and v.id = p.visit_id
  where ${companyId ? sql`k.company_id = ${companyId} and` : sql``} k.user_id = ${userId} and e.start_at > ${clock.now()} and e.blocks
    and v.status in ('requested', 'confirmed')`;

/** Throws 404 for a person who does not work for the company. */
export async function listComing(context: SignedIn, { userId }: { userId: string }): Promise<ComingVisits> {
  const { db, user } = context;
  await assertEmployee(context, userId);
  const { rows } = await sql<{ count: number; colleagues: ComingVisits['colleagues'] }>`
    with coming as (select v.id, p.service_id ${comingOf(context, userId, user.companyId)}),
    wanted as (select distinct service_id from coming where service_id is not null),
    team as (
      select c.id, ${personNameOrLogIn} as name from calendars c
      join employees m on m.company_id = c.company_id and m.user_id = c.user_id
      join users u on u.id = c.user_id
      where c.company_id = ${user.companyId} and c.user_id <> ${userId}),
    missing as (
      select t.id as calendar_id, s.id as service_id from team t cross join wanted w
      join services s on s.company_id = ${user.companyId} and s.id = w.service_id
      where not exists (select from ${personService(sql`t.id`)} own)),
    able as (
      select t.id, t.name, (
        select count(*)::int from (select id from coming c left join missing x on x.calendar_id = t.id and x.service_id = c.service_id
          group by c.id having count(x.service_id) = 0) done) as count
      from team t)
    select (select count(distinct id)::int from coming) as count,
      coalesce((select json_agg(json_build_object('calendarId', id, 'name', name, 'count', count) order by count desc, folded(name))
        from able), '[]') as colleagues`.execute(db);
  const [found] = rows;
  return { count: found?.count ?? 0, colleagues: found?.colleagues ?? [] };
}

/** For operators, who remove people from any company. Throws 404 for a person who does not work there. */
export async function countComing(
  context: SignedIn,
  { userId, companyId }: Parsed<typeof visits.countComing>,
): Promise<{ count: number }> {
  const { rows: works } = await sql`
    select from employees where user_id = ${userId} ${companyId ? sql`and company_id = ${companyId}` : sql``}
    limit 1`.execute(context.db);
  if (works.length === 0) throw notFound();
  const { rows } = await sql<{ count: number }>`
    select count(distinct v.id)::int as count ${comingOf(context, userId, companyId)}`.execute(context.db);
  return { count: rows[0]?.count ?? 0 };
}

async function assertEmployee({ db, user }: SignedIn, userId: string): Promise<void> {
  const { rows } = await sql`
    select from employees where company_id = ${user.companyId} and user_id = ${userId}`.execute(db);
  if (rows.length === 0) throw notFound();
}

/**
 * Throws 404 for a person or a calendar of another company, 417 for the person's own calendar. A visit that the
 * colleague cannot take over stays as it is: their time is taken or closed, or they do not do a service.
 */
export async function settleComing(
  context: SignedIn,
  { userId, calendarId, notify }: Parsed<typeof visits.settleComing>,
): Promise<{ settled: number; kept: KeptVisit[] }> {
  const { db, user } = context;
  await assertEmployee(context, userId);
  const to = calendarId === null ? undefined : await findCalendar(db, user, calendarId);
  if (calendarId !== null && !to) throw notFound();
  if (to?.userId === userId) throw invalid('CalendarId', 'field.invalid');
  // In one order: two such transactions that count mails to the same addresses wait for each other.
  const { rows } = await sql<ComingVisit>`
    select v.id, lower(v.e_mail) as address, min(e.start_at) as start_at, v.time_zone, v.name, array_agg(e.id) as event_ids,
      array_agg(k.id) as calendar_ids, array(
        select o.calendar_id from visit_parts q join events o on o.company_id = q.company_id and o.id = q.event_id
        where q.company_id = v.company_id and q.visit_id = v.id) as locked_ids
    ${comingOf(context, userId, user.companyId)} group by v.company_id, v.id order by address, v.id`.execute(db);
  const calendars = new Set([...rows.flatMap(({ lockedIds }) => lockedIds), ...(to ? [to.id] : [])]);
  for (const id of [...calendars].sort()) await lockCalendar(db, id);
  let settled = 0;
  const kept: KeptVisit[] = [];
  for (const coming of rows) {
    const reason = await settleOne(context, coming, { calendarId: to?.id, notify });
    if (!reason) settled++;
    else kept.push(keptOf(coming, reason));
  }
  if (settled > 0) await audit(context, `${to ? 'Handed over' : 'Cancelled'} ${settled} visits of a person who leaves`);
  return { settled, kept: kept.sort((one, other) => (one.start < other.start ? -1 : 1)) };
}

interface ComingVisit {
  id: string;
  startAt: Temporal.Instant;
  timeZone: string;
  name: string;
  /** Events of the person who leaves. */
  eventIds: string[];
  calendarIds: string[];
  /** The calendars of all its parts. */
  lockedIds: string[];
}

/** Returns why the visit stays; undefined when it is settled, or has ended meanwhile. */
async function settleOne(
  context: SignedIn,
  coming: ComingVisit,
  { calendarId, notify }: { calendarId: string | undefined; notify: boolean },
): Promise<KeptVisit['reason'] | undefined> {
  const { db, user } = context;
  await lockVisit(db, { companyId: user.companyId, id: coming.id });
  const visit = await findUsableVisit(db, user, coming.id);
  if (visit?.status !== 'requested' && visit?.status !== 'confirmed') return undefined;
  await sql`savepoint one_visit`.execute(db);
  try {
    assertEditable(visit, user);
    if (calendarId) await handOver(context, coming, { calendarId, notify });
    else {
      await setStatus(context, visit, { status: 'cancelled', by: 'staff' });
      await notifyCustomer(context, visit, { notify });
    }
    await sql`release savepoint one_visit`.execute(db);
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    await sql`rollback to savepoint one_visit`.execute(db);
    return reason;
  }
}

/** The times, prices and texts that the customer knows stay. */
async function handOver(
  context: SignedIn,
  { id, eventIds }: ComingVisit,
  { calendarId, notify }: { calendarId: string; notify: boolean },
): Promise<void> {
  const { start: _start, end: _end, parts, ...visit } = await readVisit(context, id);
  await updateVisit(context, {
    ...visit,
    id,
    ...{ notify, isUndo: false },
    ...{ acceptOverlap: false, acceptClosed: false, acceptNotDone: false },
    parts: parts.map((part) => ({
      eventId: part.eventId,
      calendarId: eventIds.includes(part.eventId) ? calendarId : part.calendarId,
      serviceId: part.serviceId,
      title: part.title,
      start: part.start,
      minutes: Math.ceil(Temporal.Instant.from(part.start).until(part.end).total('minutes')),
      price: part.price,
      bufferBefore: part.bufferBefore,
      bufferAfter: part.bufferAfter,
    })),
  });
}

/** Undefined for errors that concern more than the one visit. */
function reasonOf(error: unknown): KeptVisit['reason'] | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.details?.Overlaps) return 'overlaps';
  if (error.details?.Closed) return 'closed';
  if (error.details?.NotDone) return 'notDone';
  return error.code === 'calendar.readOnly' ? 'readOnly' : undefined;
}

function keptOf(coming: ComingVisit, reason: KeptVisit['reason']): KeptVisit {
  const { id, startAt, timeZone, name, eventIds, calendarIds } = coming;
  const [eventId = '', calendarId = ''] = [eventIds[0], calendarIds[0]];
  return { id, eventId, calendarId, start: withOffset(startAt, timeZone), timeZone, name, reason };
}
