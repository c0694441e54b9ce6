// Cancels the payment of an invoice that has nothing left to pay, so that its page no longer asks for the money.
import { sql } from 'kysely';
import { euroFormat } from '#contract/lib/money.ts';
import type { Context, ServiceContext } from '#server/lib/context.ts';
import { remindAdmins } from '#server/messaging/feed/remind-admins.ts';
import { openCents } from './open-cents.ts';

/**
 * Call it in a transaction that has locked the invoice. A payment that a provider is processing stays pending: its
 * money is on its way, and becomes deposit; if it does not come, nothing is asked for any more. Money that comes to a
 * cancelled payment becomes deposit, too. Attempts that are open end at the provider soon.
 */
export async function cancelOpenPayments(
  tx: ServiceContext & Partial<Pick<Context, 'user'>>,
  { companyId, invoiceId, isCredited = false }: { companyId: string; invoiceId: string; isCredited?: boolean },
): Promise<void> {
  if (!isCredited && (await openCents(tx.db, { companyId, invoiceId })) > 0) return;
  const { rows } = await sql<{ id: string; euros: number }>`
    with cancelled as (
      update payments set closed = true
      where company_id = ${companyId} and invoice_id = ${invoiceId} and status in ('created', 'pending')
      returning company_id, id, amount, status
    ), moved as (
      insert into payment_moves (company_id, payment_id, step, kind, amount, user_id, created_at)
      select c.company_id, c.id, (select count(*) + 1 from payment_moves m where m.company_id = c.company_id and m.payment_id = c.id),
        'cancelled', 0, ${tx.user?.id ?? null}::uuid, ${tx.clock.now()}::timestamptz from cancelled c where c.status = 'cancelled'
    ), ended as (
      update payment_attempts a set due_at = ${tx.clock.now()}
      from cancelled c where a.company_id = c.company_id and a.payment_id = c.id and a.state = 'open'
    )
    select id, amount::float8 as euros from cancelled where status = 'cancelled'`.execute(tx.db);
  for (const { id, euros } of rows) {
    await remindAdmins(tx, {
      companyId,
      type: 'paymentCancelled',
      words: 'reminderText.paymentCancelled',
      params: (language) => ({ amount: euroFormat(language).format(euros) }),
      link: `/app/company/payments?open=${id}`,
    });
  }
}
