// Asks in the claim of the outbox whether an overdue notice is still true: its invoice may have been paid since.
import { sql } from 'kysely';
import type { MayStillSend } from '#server/messaging/outbox/claim-deliveries.ts';

/** Notices of earlier releases do not name their invoice. */
const isUnpaid = sql`case split_part(d.cause_key, ':', 2) when '' then true else exists (
  select from open_invoices o
  where o.company_id = d.company_id and o.invoice_id::text = split_part(d.cause_key, ':', 2)) end`;

export const moneyMayStillSend: MayStillSend = {
  'account.overdue1': isUnpaid,
  'account.overdue2': isUnpaid,
  'account.overdue3': isUnpaid,
};
