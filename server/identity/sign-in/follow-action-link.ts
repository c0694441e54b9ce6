// What the link of a mail does for somebody who has just shown who he is: his address is verified, or he joins a company.
import { transaction } from '#server/db/transaction.ts';
import { joinCompany } from '#server/identity/sign-up/invite.ts';
import { verifyAddress } from '#server/identity/sign-up/verify-address.ts';
import type { Context } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findLink } from '#server/lib/session/action-link.ts';
import { accountOf, placeIn } from './read-person.ts';

interface Effect {
  /** Where the session begins: in the company just joined. */
  place?: { companyId: string; locationId: string | null };
  /** Why the link did nothing; he comes in all the same. */
  refusal?: string;
}

/** A link that is too old, or somebody else's, does nothing but say so. */
export async function followActionLink(context: Context, actionHash: string, userId: string): Promise<Effect> {
  const link = await findLink(context, ['verify', 'invite'], actionHash);
  const refused = (code: string, params?: Record<string, string | number>): Effect => {
    return { refusal: translate(context.visitor.language, code, params) };
  };
  if (!link) return refused('account.linkGone');
  if (link.purpose === 'verify') {
    if (link.userId !== userId) return refused('account.verifyOther');
    await verifyAddress(context, { actionHash });
  }
  if (link.purpose !== 'invite' || !link.companyId) return {};
  const account = await accountOf(context.db, userId);
  if (account?.logIn.toLowerCase() !== link.eMail.toLowerCase()) return refused('account.inviteOther');
  try {
    await transaction(context, (tx) => joinCompany(tx, actionHash, userId));
  } catch (error) {
    const complaint = error instanceof Refusal && error.status === 417 ? error.complaints[0] : undefined;
    if (!complaint) throw error;
    return refused(complaint.code, complaint.params);
  }
  return { place: await placeIn(context.db, userId, link.companyId) };
}
