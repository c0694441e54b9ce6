// Asks in the claim of the outbox whether a visit still wants its message.
import { type RawBuilder, sql } from 'kysely';
import { endedStatuses } from '#contract/booking/visit-states.ts';
import type { MayStillSend } from '#server/messaging/outbox/claim-deliveries.ts';
import { endsWith, formerSuffix } from './cause-suffixes.ts';

/** The visit that the cause of a delivery names; that of a reminder begins with `reminder:`. */
export const visitOfCause = (delivery: 'd' | 's'): RawBuilder<string> =>
  sql`split_part(${sql.raw(delivery)}.cause_key, ':', case when ${sql.raw(delivery)}.cause_key like 'reminder:%' then 2 else 1 end)::uuid`;

const visit = sql`visits v where v.company_id = d.company_id and v.id = ${visitOfCause('d')}`;

const ended = sql.join(endedStatuses.map((status) => sql.lit(status)));

/** The mail names the times of the visit (`timesKey`); mails of earlier releases do not record which. */
const isOfTime = sql`(split_part(d.cause_key, ':', 3) in ('', 'copy') or
  (split_part(d.cause_key, ':', 3), split_part(d.cause_key, ':', 4)) =
    (floor(extract(epoch from v.start_at))::bigint::text, floor(extract(epoch from v.end_at))::bigint::text))`;

/** Confirms or reminds: untrue once the visit has ended or moved. A deleted visit has no mails. */
const goesOn = sql`exists (select from ${visit} and v.status not in (${ended}) and ${isOfTime})`;

export const visitMayStillSend: MayStillSend = {
  'visit.request': sql`exists (select from ${visit} and v.status in ('held', 'requested') and ${isOfTime})`,
  'visit.confirmed': goesOn,
  'visit.changed': goesOn,
  // The cancellation may have been undone; for a former customer the mail stays true.
  'visit.cancelled': sql`(${endsWith('d', formerSuffix)} or exists (select from ${visit} and v.status in (${ended})))`,
  'visit.reminder': goesOn,
  'visit.sms': goesOn,
  // Of this start: a moved visit has reminders of its own. Customers may have refused messages since.
  'visit.upcoming': sql`exists (select from ${visit} and v.status = 'confirmed'
    and extract(epoch from v.start_at)::bigint = split_part(d.cause_key, ':', 6)::bigint
    and (split_part(d.cause_key, ':', 3) <> 'customer' or not exists (
      select from contacts k where k.company_id = v.company_id and k.id = v.contact_id and k.preferred_channel = 'none')))`,
};
