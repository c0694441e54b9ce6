// Marks the address of an account as verified on behalf of an operator: installations without a mail server send no
// link.
import { transaction } from '#server/db/transaction.ts';
import { confirmAddress } from '#server/identity/person/confirm-address.ts';
import { accountOf } from '#server/identity/person/read-person.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** Has the effects of the first link that the person follows. Marking a verified address has none. */
export async function markVerified(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  await transaction(context, async (tx) => {
    const account = await accountOf(tx.db, id);
    if (!account) throw notFound();
    if (!(await confirmAddress(tx, account))) return;
    await audit(tx, 'Marked the e-mail address as verified', { userId: id, userName: account.logIn, companyId: null });
  });
}
