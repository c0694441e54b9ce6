// Records when a customer was reminded, as the outbox writes down that the mail was sent.
import { sql } from 'kysely';
import type { WhenSent } from '#server/messaging/outbox/settle-deliveries.ts';
import { visitOfCause } from './may-still-send.ts';

export const visitWhenSent: WhenSent = [
  sql`
    update visits v set e_mail_reminder_sent_at = s.at from sent s
    where v.company_id = s.company_id and s.cause_kind in ('visit.reminder', 'visit.upcoming')
      and (s.cause_kind = 'visit.reminder' or split_part(s.cause_key, ':', 3) = 'customer')
      and v.id = ${visitOfCause('s')}`,
];
