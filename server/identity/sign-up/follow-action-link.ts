// Applies the link of a mail after a sign-in: verifies the address of the user or adds them to a company.
import type { MessageKey } from '#i18n/keys.ts';
import { transaction } from '#server/db/transaction.ts';
import { accountOf, placeIn } from '#server/identity/person/read-person.ts';
import type { Context } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findLink } from '#server/lib/session/action-link.ts';
import { joinCompany } from './invite.ts';
import { verifyAddress } from './verify-address.ts';

interface Effect {
  /** The place at which the session starts, in the company just joined. */
  place?: { companyId: string; locationId: string | null };
  /** Why the link had no effect; the sign-in succeeds regardless. */
  refusal?: string;
}

/** An expired link, or one for another person, has no effect but a refusal in the answer. */
export async function followActionLink(context: Context, actionHash: string, userId: string): Promise<Effect> {
  const link = await findLink(context, ['verify', 'invite'], actionHash);
  const refused = (code: MessageKey, params?: Record<string, string | number>): Effect => {
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
