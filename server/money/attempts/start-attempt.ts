// Starts an attempt to pay a payment by card or wallet: the browser goes to the page of the provider.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { euroFormat, eurosOf } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { type companyPayments, paymentActions } from '#contract/money/payments.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { translate } from '#server/lib/i18n.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { lockPayment } from '../payments/lock-payment.ts';
import { paymentProvidersOf } from '../providers/configured.ts';
import type { OpenedCheckout, PaymentProvider } from '../providers/provider.ts';
import { reportProvider } from './ask-provider.ts';
import { checkOwnPayment, openInterval, readPaymentAttempts, type StoredAttempt } from './attempt.ts';

/** Enough for a person who types a card number, and not longer than a tab is forgotten. */
const lifetime = { minutes: 60 };
/** A page that ends sooner is not offered any more. */
const leastLeft = { minutes: 5 };
/** Stripe opens no page that ends sooner. */
const leastOfNew = { minutes: 31 };

/**
 * Returns the address of the provider's page; that of the open attempt when it is called again. No connection is held
 * while the provider is asked. Throws 404 for payments of others, 417 for one that is not to be paid, or too small for
 * the provider, and for a provider that is not configured, 503 while the provider does not answer.
 */
export async function startAttempt(
  context: SignedIn,
  { id, provider: name }: Parsed<typeof companyPayments.operations.startAttempt>,
): Promise<{ url: string }> {
  await checkOwnPayment(context, id);
  const provider = paymentProvidersOf(context).get(name);
  if (!provider) throw invalid('Provider', 'payment.notConfigured');
  await throttle(context, { action: 'payment attempt', subject: context.user.companyId, max: 100, minutes: 60 });
  const attempt = await transaction(context, (tx) => openAttempt(tx, { id, provider }));
  if (attempt.url !== null) return { url: attempt.url };
  const opened = await openCheckout(context, attempt, provider);
  if (opened) await transaction(context, (tx) => storeOrder(tx, attempt, opened));
  const [stored] = await readPaymentAttempts(context.database.read, sql`a.id = ${attempt.id}`);
  if (!stored?.url) throw unreachable();
  return { url: stored.url };
}

/** One without an address had no answer: the provider is asked again under the same key. */
async function openAttempt(
  tx: SignedIn,
  { id, provider: { name, minCents } }: { id: string; provider: PaymentProvider },
): Promise<StoredAttempt> {
  const { companyId, id: userId } = tx.user;
  const { state, cents } = await lockPayment(tx, id);
  if (!paymentActions[state].pay) {
    const amount = euroFormat(tx.visitor.language).format(eurosOf(cents));
    throw invalid('Status', `payment.refused.${state as Exclude<typeof state, 'created'>}`, { amount });
  }
  if (cents < minCents) throw invalid('Amount', 'payment.tooSmall');
  const now = tx.clock.now();
  const isOpen = sql`a.company_id = ${companyId} and a.payment_id = ${id} and a.provider = ${name} and a.state = 'open'
    and a.problem = '' and a.expires_at > case when a.url is null then ${now.add(leastOfNew)}::timestamptz
      else ${now.add(leastLeft)}::timestamptz end`;
  const [open] = await readPaymentAttempts(tx.db, isOpen, 1);
  if (open) return open;
  const expiresAt = now.add(lifetime);
  await tx.db
    .insertInto('paymentAttempts')
    .values({
      ...{ companyId, id: randomUUIDv7(), paymentId: id, provider: name, amount: eurosOf(cents) },
      ...{ language: tx.visitor.language, createdAt: now, createdBy: userId, expiresAt, dueAt: now.add(openInterval) },
    })
    .execute();
  const [added] = await readPaymentAttempts(tx.db, isOpen, 1);
  if (!added) throw new Error('A new attempt is gone.');
  return added;
}

/** Returns undefined where another press may have opened it meanwhile. */
async function openCheckout(
  context: SignedIn,
  { id, paymentId, cents, language, expiresAt }: StoredAttempt,
  provider: PaymentProvider,
): Promise<OpenedCheckout | undefined> {
  const page = `${context.publicUrl}/Payment?Id=${paymentId}`;
  try {
    return await provider.createCheckout({
      ...{ attemptId: id, amountCents: cents, language, expiresAt },
      description: await describe(context, paymentId, language),
      returnUrl: `${page}&Back=1`,
      cancelUrl: page,
    });
  } catch (error) {
    if (reportProvider(context, error).kind === 'unknown') return undefined;
    throw unreachable();
  }
}

const unreachable = () => new Refusal(503, 'payment.providerAway');

/** The same whenever the call is repeated. */
async function describe({ database }: SignedIn, id: string, language: string): Promise<string> {
  const { rows } = await sql<{ number: string | null }>`
    select i.label as number from payments p left join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.id = ${id}`.execute(database.read);
  const number = rows[0]?.number;
  return number ? translate(language, 'payment.forInvoice', { number }) : translate(language, 'payment.forBalance');
}

async function storeOrder(
  tx: SignedIn,
  attempt: StoredAttempt,
  { orderRef, url, expiresAt }: OpenedCheckout,
): Promise<void> {
  await sql`
    update payment_attempts set order_ref = coalesce(order_ref, ${orderRef}), url = coalesce(url, ${url}),
      expires_at = coalesce(${expiresAt ?? null}, expires_at)
    where company_id = ${attempt.companyId} and id = ${attempt.id}`.execute(tx.db);
}
