// Stores a notice of a provider, once.
import { sql } from 'kysely';
import type { PaymentProviderName } from '#contract/money/payments.ts';
import type { Services } from '#server/lib/context.ts';
import type { NoticeSubject } from '../providers/provider.ts';

export interface ProviderNotice {
  provider: PaymentProviderName;
  eventId: string;
  type: string;
  subject: NoticeSubject | undefined;
}

/** Returns whether it is the first one of its event. */
export async function storeNotice({ database, clock }: Services, notice: ProviderNotice): Promise<boolean> {
  const { provider, eventId, type, subject } = notice;
  const now = clock.now();
  const { numAffectedRows } = await sql`
    insert into provider_events (provider, event_id, type, order_ref, transaction_ref, refund_ref, received_at, due_at, outcome)
    values (${provider}, ${eventId}, ${type}, ${subject?.orderRef ?? null}, ${subject?.transactionRef ?? null},
      ${subject?.refundRef ?? null}, ${now}, ${subject ? now : null}, ${subject ? '' : 'ignored'})
    on conflict do nothing`.execute(database.write);
  return numAffectedRows === 1n;
}
