// Reads the page of a payment: the amount, and where to transfer it.
import { sql } from 'kysely';
import { type Checkout, companyPayments, decisionsOn, systemPayments } from '#contract/money/payments.ts';
import { payeeFields } from '#contract/money/seller.ts';
import type { Context } from '#server/lib/context.ts';
import { mayCall } from '#server/lib/http/may.ts';
import { notFound } from '#server/lib/refusal.ts';
import { centsIn } from '#server/lib/sql/money.ts';
import { paymentProvidersOf } from '../providers/configured.ts';
import { toBalance } from './store.ts';
import { transferCode } from './transfer-code.ts';

/**
 * Throws 404 for a payment of another company, and for everyone who may not see the company's payments; operators see
 * those of all.
 */
export async function readCheckout(context: Context, { id }: { id: string }): Promise<Checkout> {
  const { db, user } = context;
  if (!user || user.lacksSecondFactor) throw notFound();
  const isOperator = mayCall(user, systemPayments.operations.manualConfirm);
  if (!isOperator && !mayCall(user, companyPayments.operations.getPaginated)) throw notFound();
  const { rows } = await sql<
    Omit<Checkout, 'transferCode' | 'providers' | 'tooSmall' | 'decisions'> & { cents: number }
  >`
    select p.id, p.amount::float8 as amount, ${centsIn(sql`p.amount`)} as cents, p.status as state, p.created_at as created, p.reference,
      c.name as company, case when i.id is not null then json_build_object('number', i.label) end as invoice, ${toBalance} as to_balance, (select json_build_object('name', s.name, 'address', s.address, 'registration', s.registration,
        'vatId', s.vat_id, 'iban', s.iban, 'bic', s.bic) from seller s) as payee,
      (select json_build_object('provider', a.provider, 'state', a.state, 'failure', a.failure) from payment_attempts a
        where a.company_id = p.company_id and a.payment_id = p.id order by a.created_at desc, a.id desc limit 1) as attempt
    from payments p join companies c on c.id = p.company_id
      left join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.id = ${id} and (${isOperator} or p.company_id = ${user.companyId})`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const { cents, ...checkout } = found;
  const isComplete = payeeFields.every((field) => checkout.payee[field] !== '');
  const decisions = isOperator ? decisionsOn(checkout.state) : [];
  const configured = [...paymentProvidersOf(context).values()];
  const providers = configured.filter(({ minCents }) => cents >= minCents).map(({ name }) => name);
  const tooSmall = providers.length < configured.length;
  return {
    ...checkout,
    decisions,
    transferCode: isComplete ? transferCode(checkout, cents) : null,
    providers,
    tooSmall,
  };
}
