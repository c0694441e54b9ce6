// What a visit still says of its mails when one is about to leave, as the outbox asks in its claim.
import { sql } from 'kysely';
import { endedStatuses } from '#contract/booking/visits.ts';
import type { MayStillSend } from '#server/messaging/outbox/claim-deliveries.ts';

/** The visit of a delivery `d`; its cause names it. */
const visit = sql`visits v where v.company_id = d.company_id and v.id = split_part(d.cause_key, ':', 1)::uuid`;

/** Invites, confirms or reminds: untrue once the visit has ended. A deleted visit has no mails. */
const goesOn = sql`exists (select from ${visit} and v.status not in (${sql.join(endedStatuses.map((status) => sql.lit(status)))}))`;

export const visitMayStillSend: MayStillSend = {
  'visit.request': sql`exists (select from ${visit} and v.status in ('held', 'requested'))`,
  'visit.confirmed': goesOn,
  'visit.changed': goesOn,
  'visit.reminder': goesOn,
};
