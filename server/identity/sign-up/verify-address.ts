// Verifies an e-mail address with its mailed link, while signing in or separately.
import { transaction } from '#server/db/transaction.ts';
import { confirmAddress } from '#server/identity/person/confirm-address.ts';
import { accountOf } from '#server/identity/person/read-person.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context, SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { consumeLink, issueLink, throttleLinks } from '#server/lib/session/action-link.ts';
import { accountUrls, queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';

/** Throws 404 for a used or expired link, 403 for a caller who is signed in with another account. */
export async function verifyAddress(context: Context, { actionHash }: { actionHash: string }): Promise<undefined> {
  await throttleLinks(context);
  await transaction(context, async (tx) => {
    const { userId } = await consumeLink(tx, 'verify', actionHash);
    const account = userId ? await accountOf(tx.db, userId) : undefined;
    if (!account) return;
    // The reader of the mail may not be the person who registered.
    if (tx.user && tx.user.id !== account.id) throw new Refusal(403, 'account.verifyOther');
    await confirmAddress(tx, account);
    await audit(tx, 'Verified the e-mail address', {
      userId: account.id,
      userName: account.logIn,
      companyId: null,
    });
  });
}

/**
 * Sends another mail with a new link; the previous link becomes invalid. Throws 429 after five in a quarter of an hour,
 * and when the address has had the mails of the day.
 */
export async function sendAddressVerification(context: SignedIn): Promise<undefined> {
  const { user } = context;
  await throttle(context, { action: 'verification mail', subject: user.id, max: 5, minutes: 15 });
  await transaction(context, async (tx) => {
    const account = await accountOf(tx.db, user.id);
    if (!account || account.eMailVerifiedAt) return;
    const token = await issueLink(tx, { purpose: 'verify', userId: user.id });
    const refusal = await queueAccountMail(tx, 'verify', {
      to: account.logIn,
      language: account.language ?? user.language,
      companyId: user.companyId,
      url: accountUrls.verify(tx, token),
    });
    if (refusal) throw refusal;
  });
}
