// Resets a forgotten password: mails a link, and sets the new password with it.
import { transaction } from '#server/db/transaction.ts';
import { confirmAddress } from '#server/identity/person/confirm-address.ts';
import { accountOf, findCredentials } from '#server/identity/person/read-person.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { withMinDuration } from '#server/lib/http/with-min-duration.ts';
import { consumeLink, findLink, invalidLink, issueLink, throttleLinks } from '#server/lib/session/action-link.ts';
import { endSessionsOf } from '#server/lib/session/session.ts';
import { accountUrls, queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { checkPasswordStrength } from './check-password-strength.ts';
import { hashPassword } from './password.ts';

/** Longer than the work for a known address takes (ms). */
const minDurationMs = 400;
const minutes = 15;

/**
 * Same answer for known and unknown addresses. Throws 429 after five mails to one address or thirty attempts from one
 * client.
 */
export async function requestPasswordReset(context: Context, { eMail }: { eMail: string }): Promise<undefined> {
  await throttle(
    context,
    { action: 'recover address', subject: context.visitor.address, max: 30, minutes },
    { action: 'recover account', subject: eMail.toLowerCase(), max: 5, minutes },
  );
  await withMinDuration(minDurationMs, async () => {
    const found = await findCredentials(context.db, eMail);
    if (!found) return;
    const account = await accountOf(context.db, found.id);
    if (!account) return;
    await transaction(context, async (tx) => {
      const token = await issueLink(tx, { purpose: 'recover', userId: found.id });
      await queueAccountMail(tx, 'recover', {
        to: account.logIn,
        language: account.language ?? context.visitor.language,
        url: accountUrls.recover(tx, token),
      });
      await audit(tx, 'Asked for a new password', { userId: found.id, userName: account.logIn, companyId: null });
    });
  });
}

/** Consumes the link, ends every session, and marks the address as verified: its mail was read. */
export async function setPassword(
  context: Context,
  input: { actionHash: string; password: string },
): Promise<undefined> {
  await throttleLinks(context);
  const link = await findLink(context, ['recover'], input.actionHash);
  const account = link?.userId ? await accountOf(context.db, link.userId) : undefined;
  if (!account) throw invalidLink();
  await checkPasswordStrength(input.password, account.logIn);
  const passwordHash = await hashPassword(input.password);
  await transaction(context, async (tx) => {
    await consumeLink(tx, 'recover', input.actionHash);
    await tx.db.updateTable('users').set({ passwordHash }).where('id', '=', account.id).execute();
    await confirmAddress(tx, account);
    await endSessionsOf(tx, account.id);
    await notifyPasswordChanged(tx, account);
    await audit(tx, 'Set a new password by mail', { userId: account.id, userName: account.logIn, companyId: null });
  });
}

/** Notifies the owner by mail. */
export async function notifyPasswordChanged(
  context: Context,
  account: { logIn: string; language: string | null },
): Promise<void> {
  await queueAccountMail(context, 'passwordChanged', {
    to: account.logIn,
    language: account.language ?? context.visitor.language,
    url: accountUrls.startRecover(context),
  });
}
