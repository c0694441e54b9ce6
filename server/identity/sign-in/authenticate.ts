// Signs a person in with login and password.
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { verifyPassword } from '#server/identity/passwords/password.ts';
import { accountLimit, addressLimit } from '#server/identity/passwords/sign-in-limits.ts';
import { findCredentials } from '#server/identity/person/read-person.ts';
import { consumeCode, needsCode } from '#server/identity/second-factor/check-code.ts';
import { completeSignIn } from '#server/identity/sessions/complete-sign-in.ts';
import { followActionLink } from '#server/identity/sign-up/follow-action-link.ts';
import { connectPendingIdentity } from '#server/identity/social/pending-identity.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { throttle, unthrottle } from '#server/lib/http/throttle.ts';
import { invalid } from '#server/lib/refusal.ts';

/**
 * Starts a session in the company and location used last, or the first, and returns the current user. Same answer, 417,
 * after the same time, for an unknown login, an account without a password and a wrong password. Throws 429 after too
 * many attempts at one account (reset on success; those of a known device are counted apart) or from one address. An
 * action hash from a mail takes effect once the password is verified: it verifies an address, or accepts an invitation
 * and opens its company. An expired hash has no effect; the answer reports a company that is full.
 */
export async function authenticate(
  context: Context,
  input: {
    logIn: string;
    password: string;
    remembered: boolean;
    actionHash?: string | undefined;
    code?: string | undefined;
    isConnecting: boolean;
  },
): Promise<CurrentUserAnswer> {
  const account = await accountLimit(context, input.logIn);
  await throttle(context, addressLimit(context), account);
  const credentials = await findCredentials(context.db, input.logIn);
  const matches = await verifyPassword(input.password, credentials?.passwordHash);
  if (!credentials || !matches) {
    const about = { userId: credentials?.id ?? null, userName: input.logIn, companyId: null };
    await audit({ ...context, db: context.database.write }, 'Sign-in refused', about);
    throw invalid('Password', 'user.wrongPassword');
  }
  if (await needsCode(context.db, credentials.id)) {
    if (!input.code) throw invalid('Code', 'user.codeNeeded');
    await consumeCode(context, credentials.id, input.code);
  }
  const { place, refusal } = input.actionHash ? await followActionLink(context, input.actionHash, credentials.id) : {};
  const person = { id: credentials.id, logIn: input.logIn };
  const connectedWith = input.isConnecting ? await connectPendingIdentity(context, person) : undefined;
  const proof = { userId: credentials.id, logIn: input.logIn, remembered: input.remembered, place };
  const answer = await completeSignIn(context, proof, 'Signed in');
  await unthrottle(context, account);
  return { ...answer, ...(refusal && { invitationRefusal: refusal }), ...(connectedWith && { connectedWith }) };
}
