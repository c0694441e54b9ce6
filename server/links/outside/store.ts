// The queries of outside calendars: a person sees their own accounts, an administrator the states of all.
import { type RawBuilder, sql } from 'kysely';
import type { Output } from '#contract/lib/service.ts';
import type { OutsideAccount, OutsideCalendar, OutsideProblem } from '#contract/links/outside.ts';
import { outsideCalendars } from '#contract/links/outside.ts';
import type { Db } from '#server/db/pool.ts';
import type { CurrentUser, ServiceContext, SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';
import { isShownEvent, visitOfEvent } from '#server/links/feeds/staff-item.ts';

const maxShownProblems = 20;
const maxShownChanges = 20;
const shownDays = 14;

export type Owner = Pick<CurrentUser, 'id' | 'companyId'>;

/** Whether an account `a` is the user's own. */
export function isOwnAccount({ id, companyId }: Owner): RawBuilder<boolean> {
  return sql<boolean>`(a.company_id = ${companyId} and exists (
    select from calendars k where k.company_id = a.company_id and k.id = a.calendar_id and k.user_id = ${id}))`;
}

/** The caller's accounts, in the order in which they were added. */
export function listOutsideAccounts(context: SignedIn): Promise<OutsideAccount[]> {
  return accountsWhere(context, isOwnAccount(context.user));
}

/** One account of the user. Throws 404 for any other. */
export async function readOutsideAccount(context: SignedIn, id: string): Promise<OutsideAccount> {
  const [found] = await accountsWhere(context, sql`a.id = ${id} and ${isOwnAccount(context.user)}`);
  if (!found) throw notFound();
  return found;
}

interface ChangeRow extends Omit<OutsideCalendar['changes'][number], 'start'> {
  calendarId: string;
  startAt: Temporal.Instant;
}

type AccountRow = Omit<OutsideAccount, 'calendars'>;
type WithTimes = 'failingSince' | 'lastReadAt' | 'nextReadAt' | 'lastWrittenAt' | 'writeFailingSince';
interface CalendarRow extends Omit<OutsideCalendar, WithTimes | 'problems' | 'changes'> {
  accountId: string;
  lastWrittenAt: Temporal.Instant | null;
  writeFailingSince: Temporal.Instant | null;
  failingSince: Temporal.Instant | null;
  lastReadAt: Temporal.Instant | null;
  nextReadAt: Temporal.Instant | null;
}

async function accountsWhere(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  condition: RawBuilder<unknown>,
): Promise<OutsideAccount[]> {
  const { rows: accounts } = await sql<AccountRow>`
    select a.id, a.provider, a.address, a.log_in, a.own_addresses, a.state, o.outside_detail as max_detail
    from outside_accounts a join companies o on o.id = a.company_id
    where ${condition} order by a.created_at, a.id`.execute(db);
  const { rows: calendars } = await sql<CalendarRow>`
    select c.id, c.account_id, c.name, c.reads, c.tentative_blocks, c.reason, c.status, c.failing_since, c.last_read_at,
      case when c.reads and a.state = 'ok' and c.due_at > 'epoch' then c.due_at end as next_read_at,
      (select count(*)::int from outside_objects o
        where o.company_id = c.company_id and o.outside_calendar_id = c.id and (o.content <> '' or o.problem is not null)) as events,
      c.writes, c.detail, c.removes_written, c.last_written_at, waits.count as waiting, c.write_failing_since,
      coalesce(c.write_reason, waits.reason) as write_reason,
      case when c.write_reason is null then waits.status else c.write_status end as write_status
    from outside_accounts a join outside_calendars c on c.company_id = a.company_id and c.account_id = a.id
    cross join lateral (
      select count(*)::int as count, (array_agg(w.reason) filter (where w.reason is not null))[1] as reason,
        (array_agg(w.status) filter (where w.reason is not null))[1] as status
      from outside_written w
      where w.company_id = c.company_id and w.outside_calendar_id = c.id and w.due_at is not null) waits
    where ${condition} order by lower(c.name), c.id`.execute(db);
  const { rows: problems } = await sql<{ calendarId: string; title: string; problem: OutsideProblem }>`
    select p.calendar_id, p.title, p.problem from (
      select c.id as calendar_id, o.title, o.problem, row_number() over (partition by c.id order by o.title, o.href) as position
      from outside_accounts a join outside_calendars c on c.company_id = a.company_id and c.account_id = a.id
      join outside_objects o on o.company_id = c.company_id and o.outside_calendar_id = c.id
      where ${condition} and o.problem is not null) p
    where p.position <= ${maxShownProblems} order by p.position`.execute(db);
  const { rows: changes } = await sql<ChangeRow>`
    select x.calendar_id, x.event_id, x.title, x.start_at, x.state from (
      select c.id as calendar_id, o.event_id, o.state, v.start_at,
        concat_ws(' · ', nullif(w.name, ''), coalesce(nullif(p.service_name, ''), nullif(v.title, ''))) as title,
        row_number() over (partition by c.id order by v.start_at, v.id) as position
      from outside_accounts a join outside_calendars c on c.company_id = a.company_id and c.account_id = a.id and c.writes
      join outside_written o on o.company_id = c.company_id and o.outside_calendar_id = c.id and o.state in ('moved', 'deleted')
      join events v on v.company_id = o.company_id and v.id = o.event_id and v.calendar_id = c.calendar_id
      ${visitOfEvent}
      where ${condition} and o.due_at is null and v.end_at > ${clock.now()} and ${isShownEvent}) x
    where x.position <= ${maxShownChanges} order by x.position`.execute(db);
  return accounts.map((account) => ({
    ...account,
    calendars: calendars
      .filter(({ accountId }) => accountId === account.id)
      .map(({ accountId: _, failingSince, lastReadAt, nextReadAt, lastWrittenAt, writeFailingSince, ...calendar }) => ({
        ...calendar,
        lastWrittenAt: lastWrittenAt?.toString() ?? null,
        writeFailingSince: writeFailingSince?.toString() ?? null,
        changes: changes
          .filter(({ calendarId }) => calendarId === calendar.id)
          .map(({ calendarId: _calendar, startAt, ...change }) => ({ ...change, start: startAt.toString() })),
        failingSince: failingSince?.toString() ?? null,
        lastReadAt: lastReadAt?.toString() ?? null,
        nextReadAt: nextReadAt?.toString() ?? null,
        problems: problems
          .filter(({ calendarId }) => calendarId === calendar.id)
          .map(({ title, problem }) => ({ title, problem })),
      })),
  }));
}

/** The times of a calendar of the caller in the next days, merged. Throws 404 for any other. */
export async function listOutsideTimes(
  { db, user, clock }: SignedIn,
  { id }: { id: string },
): Promise<Output<typeof outsideCalendars.getTimes>> {
  await findOwnCalendar(db, user, id);
  const [start, end] = [clock.now(), clock.now().add({ hours: 24 * shownDays })];
  const { rows } = await sql<{ start: Temporal.Instant; end: Temporal.Instant }>`
    select lower(r.part) as start, upper(r.part) as end from (
      select unnest(range_agg(o.busy) * tstzmultirange(tstzrange(${start}, ${end}))) as part from outside_objects o
      where o.company_id = ${user.companyId} and o.outside_calendar_id = ${id}) r
    order by 1`.execute(db);
  return rows.map((one) => ({ start: one.start.toString(), end: one.end.toString() }));
}

/** The states of the accounts of all people of the company, with the worst of their calendars. */
export function listOutsideStates({ db, user }: SignedIn): Promise<JsonText> {
  return listAsJson(
    db,
    outsideCalendars.getStates.output,
    sql`
      select a.id, ${personNameOrLogIn} as employee, substring(a.address from '^[a-z]+://([^/]+)') as host, a.state,
        worst.reason, worst.status, worst.failing_since, worst.last_read_at
      from outside_accounts a
      join calendars k on k.company_id = a.company_id and k.id = a.calendar_id
      join users u on u.id = k.user_id
      left join lateral (
        select c.reason, c.status, c.failing_since, c.last_read_at from outside_calendars c
        where c.company_id = a.company_id and c.account_id = a.id and c.reads
        order by c.failing_since nulls last, c.last_read_at nulls first limit 1) worst on true
      where a.company_id = ${user.companyId} order by 2, a.created_at, a.id`,
  );
}

export interface OwnOutsideCalendar {
  id: string;
  accountId: string;
  calendarId: string;
}

/** A calendar of the accounts of the user. Throws 404 for any other. */
export async function findOwnCalendar(db: Db, user: Owner, id: string): Promise<OwnOutsideCalendar> {
  const { rows } = await sql<OwnOutsideCalendar>`
    select c.id, c.account_id, c.calendar_id
    from outside_calendars c join outside_accounts a on a.company_id = c.company_id and a.id = c.account_id
    where c.id = ${id} and ${isOwnAccount(user)}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** The calendar in Daybook of the user of a request. Throws 404 for a person who has none. */
export async function ownCalendarOf({ db }: Pick<ServiceContext, 'db'>, user: Owner): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select k.id from calendars k where k.company_id = ${user.companyId} and k.user_id = ${user.id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found.id;
}
