// Looks whether payment providers answer, whether their notices arrive, and what waits for an operator.
import { sql } from 'kysely';
import { paymentProvidersOf } from '#server/money/providers/configured.ts';
import { daysSince } from './days-since.ts';
import type { Examined, Finding } from './finding.ts';

/** How long a provider may leave questions open. Late debits are asked for every six hours. */
const maxWait = { hours: 1 };
const maxWaitOfPending = { hours: 7 };

interface Figures {
  problems: number;
  unanswered: number;
  pending: number;
  paid: number;
  lastNotice: Temporal.Instant | null;
}

export async function checkPayments({ config, database, clock }: Examined): Promise<Finding> {
  if (paymentProvidersOf({ config }).size === 0) return { state: 'fine', key: 'doctor.payments.none' };
  const now = clock.now();
  const [late, latePending] = [now.subtract(maxWait), now.subtract(maxWaitOfPending)];
  const { rows } = await sql<Figures>`
    select (select count(*)::integer from payments where problem <> ''
        or manual = 'cancelled' and captured - refunded - disputed + reinstated > 0) as problems,
      (select count(*)::integer from payment_attempts where due_at is not null and coalesce(asked_at, created_at)
          < case state when 'pending' then ${latePending}::timestamptz else ${late}::timestamptz end)
        + (select count(*)::integer from provider_events where due_at is not null and received_at < ${late}) as unanswered,
      (select count(*)::integer from payment_attempts where due_at is not null and state = 'pending') as pending,
      (select count(*)::integer from payment_attempts where captured > 0) as paid,
      (select max(received_at) from provider_events) as last_notice`.execute(database.read);
  const [found] = rows;
  if (!found) throw new Error('The payments cannot be counted.');
  const { problems, unanswered, pending, paid, lastNotice } = found;
  if (unanswered > 0) return { state: 'broken', key: 'doctor.payments.unanswered', values: { unanswered } };
  if (problems > 0) return { state: 'look', key: 'doctor.payments.problems', values: { problems } };
  if (!lastNotice) return paid > 0 ? { state: 'look', key: 'doctor.payments.silent' } : fine('waiting', { pending });
  return fine('notice', { days: daysSince(lastNotice, now), pending });
}

const fine = (key: 'waiting' | 'notice', values: Record<string, number>): Finding => ({
  state: 'fine',
  key: `doctor.payments.${key}`,
  values,
});
