// Claims an outside calendar that is due: one reader has it until it is done, or until its claim is over.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FeedDetail } from '#contract/lib/feed-detail.ts';
import type { OutsideProvider } from '#contract/links/outside.ts';
import type { Services } from '#server/lib/context.ts';

export interface ClaimedCalendar {
  claim: string;
  companyId: string;
  id: string;
  accountId: string;
  /** In Daybook. */
  calendarId: string;
  provider: OutsideProvider;
  secret: Buffer;
  ownAddresses: string[];
  href: string;
  changeToken: string | null;
  changeTag: string | null;
  expandedFor: string | null;
  acceptsRemovals: boolean;
  fewerSince: Temporal.Instant | null;
  failingSince: Temporal.Instant | null;
  tentativeBlocks: boolean;
  reads: boolean;
  writes: boolean;
  removesWritten: boolean;
  /** As the person has chosen, and the company allows. */
  allowedDetail: FeedDetail;
  writeDueAt: Temporal.Instant | null;
  writeFailingSince: Temporal.Instant | null;
  /** Of the person. */
  language: string;
  /** Of the first location of the person. */
  zone: string;
}

/** A reader that was killed leaves its calendar to others after this time (minutes). */
export const claimMinutes = 10;
/** Between the beginnings of two rounds, however often they are asked for (seconds); `failing`: of a server that fails. */
const minPause = { well: 2, failing: 30 };

/** Whether a round writes, too. */
export function isWritten({ writes, removesWritten }: Pick<ClaimedCalendar, 'writes' | 'removesWritten'>): boolean {
  return writes || removesWritten;
}

/** Undefined when none is due. `except`: the companies whose turn is not now. */
export async function claimRound(
  { database, clock }: Services,
  except: readonly string[] = [],
): Promise<ClaimedCalendar | undefined> {
  const now = clock.now();
  const { rows } = await sql<ClaimedCalendar>`
    with due as (
      select c.company_id, c.id from outside_calendars c
      join outside_accounts a on a.company_id = c.company_id and a.id = c.account_id
      where (c.reads or c.writes or c.removes_written) and c.company_id <> all(${except}::uuid[]) and c.due_at <= ${now} and coalesce(c.claimed_until <= ${now}, true)
        and coalesce(c.begun_at <= case when c.reason is null and c.write_reason is null
          then ${now.subtract({ seconds: minPause.well })}::timestamptz
          else ${now.subtract({ seconds: minPause.failing })}::timestamptz end, true)
        and coalesce(c.paused_until <= ${now}, true)
        and a.state = 'ok' and a.secret is not null
        and exists (select from calendars k where k.company_id = c.company_id and k.id = c.calendar_id and k.user_id is not null)
      order by c.due_at limit 1 for no key update of c skip locked)
    update outside_calendars c set claim = ${randomUUID()}, claimed_until = ${now.add({ minutes: claimMinutes })}, begun_at = ${now},
      due_at = ${now.add({ minutes: claimMinutes })}
    from due, outside_accounts a, calendars k, companies o
    where c.company_id = due.company_id and c.id = due.id and a.company_id = c.company_id and a.id = c.account_id
      and k.company_id = c.company_id and k.id = c.calendar_id and o.id = c.company_id
    returning c.claim, c.company_id, c.id, c.account_id, c.calendar_id, a.provider, a.secret, a.own_addresses, c.href,
      c.change_token, c.change_tag, c.expanded_for, c.accepts_removals, c.fewer_since, c.failing_since, c.tentative_blocks,
      c.reads, c.writes, c.removes_written, c.write_due_at, c.write_failing_since,
      case when 'busy' in (c.detail, o.outside_detail) then 'busy' when 'service' in (c.detail, o.outside_detail) then 'service'
        else 'names' end as allowed_detail,
      coalesce((select l.key from users u join languages l on l.id = u.language_id where u.id = k.user_id), 'en') as language,
      coalesce((
        select l.time_zone from employee_locations el join locations l on l.company_id = el.company_id and l.id = el.location_id
        where el.company_id = k.company_id and el.user_id = k.user_id order by l.created_at, l.id limit 1), 'UTC') as zone`.execute(
    database.write,
  );
  return rows[0];
}
