// Signs in with the mailed link that verifies the address of an account. Another person may have registered it: the
// password stays only in the browser that chose it, every other browser sets a new one.
import type { CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import type { Output } from '#contract/lib/service.ts';
import { transaction } from '#server/db/transaction.ts';
import { checkPasswordStrength } from '#server/identity/passwords/check-password-strength.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { confirmAddress } from '#server/identity/person/confirm-address.ts';
import { accountOf, firstPlace } from '#server/identity/person/read-person.ts';
import { needsCode } from '#server/identity/second-factor/check-code.ts';
import { completeSignIn } from '#server/identity/sessions/complete-sign-in.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { consumeLink, findLink, invalidLink, throttleLinks } from '#server/lib/session/action-link.ts';
import { hasRegistered } from './registering-browser.ts';

const none = { purpose: 'none', eMail: '', companyName: '', needsPassword: false } as const;

/** Opening a link changes nothing. */
export async function readLink(
  context: Context,
  { actionHash }: { actionHash: string },
): Promise<Output<typeof user.getLink>> {
  await throttleLinks(context);
  const link = await findLink(context, ['verify', 'invite'], actionHash);
  if (!link) return none;
  if (link.purpose === 'invite' && link.companyId) {
    const companyName = await companyNameOf(context, link.companyId);
    return { purpose: 'invite', eMail: link.eMail, companyName, needsPassword: false };
  }
  const account = link.userId ? await accountOf(context.db, link.userId) : undefined;
  if (!account) return none;
  const place = await firstPlace(context.db, account.id);
  const companyName = place ? await companyNameOf(context, place.companyId) : '';
  const needsPassword = !(await choseThePassword(context, account.id));
  return { purpose: 'verify', eMail: account.logIn, companyName, needsPassword };
}

/**
 * Verifies the address and starts a session. Throws 404 for a used or expired link, 403 for a caller who is signed in
 * with another account, 417 without a password where one is needed. Returns undefined when the person has to sign in
 * with a second factor.
 */
export async function signInByLink(
  context: Context,
  { actionHash, password }: { actionHash: string; password?: string | undefined },
): Promise<CurrentUserAnswer | undefined> {
  await throttleLinks(context);
  const link = await findLink(context, ['verify'], actionHash);
  const account = link?.userId ? await accountOf(context.db, link.userId) : undefined;
  if (!account) throw invalidLink();
  const { id, logIn } = account;
  if (context.user && context.user.id !== id) throw new Refusal(403, 'account.verifyOther');
  const passwordHash = (await choseThePassword(context, id)) ? undefined : await newPasswordHash(password, logIn);
  const isFirstProof = await transaction(context, async (tx) => {
    await consumeLink(tx, 'verify', actionHash);
    if (!(await confirmAddress(tx, account))) return false;
    if (passwordHash) await tx.db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute();
    await audit(tx, 'Verified the e-mail address', { userId: id, userName: logIn, companyId: null });
    return true;
  });
  if (!isFirstProof || (await needsCode(context.database.write, id))) return undefined;
  const proof = { userId: id, logIn, remembered: false };
  return completeSignIn({ ...context, db: context.database.write }, proof, 'Signed in with the link of a mail');
}

/** Whether the person in this browser chose the password of the account: they registered it, or are signed in to it. */
async function choseThePassword(context: Context, userId: string): Promise<boolean> {
  const { user } = context;
  if (user?.id === userId && !user.impersonator && !user.locked) return true;
  const { passwordHash } = await context.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return hasRegistered(context, { userId, passwordHash });
}

async function newPasswordHash(password: string | undefined, logIn: string): Promise<string> {
  if (!password) throw invalid('Password', 'field.required');
  await checkPasswordStrength(password, logIn);
  return hashPassword(password);
}

async function companyNameOf({ db }: Context, companyId: string): Promise<string> {
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return name;
}
