// Tells the operators of a new payment of the caller's company: they confirm transfers.
import { euroFormat } from '#contract/lib/money.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';

export async function announcePayment(
  context: SignedIn,
  { id, amount }: { id: string; amount: number },
): Promise<void> {
  const { name } = await context.db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', context.user.companyId)
    .executeTakeFirstOrThrow();
  await remindOperators(context, {
    type: 'paymentNew',
    words: 'reminderText.paymentNew',
    params: (language) => ({ amount: euroFormat(language).format(amount), company: name }),
    link: `/app/system/payments?open=${id}`,
  });
}
