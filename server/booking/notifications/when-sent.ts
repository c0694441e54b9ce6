// Records when a customer was reminded, as the outbox writes down that the mail or SMS was sent.
import { sql } from 'kysely';
import type { WhenSent } from '#server/messaging/outbox/when-sent.ts';
import { copySuffix, endsWith } from './cause-suffixes.ts';
import { visitOfCause } from './may-still-send.ts';

const isCopy = endsWith('s', copySuffix);

const isCustomers = (channel: 'mail' | 'sms') => sql`s.cause_kind = 'visit.upcoming'
  and split_part(s.cause_key, ':', 3) = 'customer' and split_part(s.cause_key, ':', 4) = ${sql.lit(channel)}`;

export const visitWhenSent: WhenSent = [
  sql`
    update visits v set e_mail_reminder_sent_at = s.at from sent s
    where v.company_id = s.company_id and (s.cause_kind = 'visit.reminder' or ${isCustomers('mail')}) and not ${isCopy}
      and v.id = ${visitOfCause('s')}`,
  sql`
    update visits v set sms_reminder_sent_at = s.at from sent s
    where v.company_id = s.company_id and (s.cause_kind = 'visit.sms' or ${isCustomers('sms')})
      and v.id = ${visitOfCause('s')}`,
];
