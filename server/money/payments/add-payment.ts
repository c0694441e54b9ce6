// Adds a payment of the caller's company, to be paid on `/Payment?Id=`.
import { randomUUIDv7 } from 'node:crypto';
import { euroFormat } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { companyPayments } from '#contract/money/payments.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';
import { payments } from './store.ts';

/** Tells the operators, who confirm transfers. Throws 429 for a company that adds many. */
export async function addPayment(
  context: SignedIn,
  { amount }: Parsed<typeof companyPayments.operations.add>,
): Promise<JsonText> {
  const { db, user, clock } = context;
  await throttle(context, { action: 'payment', subject: user.companyId, max: 50, minutes: 60 });
  const id = randomUUIDv7();
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', user.companyId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('payments')
    .values({ companyId: user.companyId, id, amount, createdAt: clock.now(), createdBy: user.id })
    .execute();
  await remindOperators(context, {
    type: 'paymentNew',
    words: 'reminderText.paymentNew',
    params: (language) => ({ amount: euroFormat(language).format(amount), company: name }),
    link: `/app/system/payments?open=${id}`,
  });
  return rowById(context, companyPayments, payments, id);
}
