// Signs users in with another site, and manages the connections of their accounts.

import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { type SocialProvider, socialProviders } from '#contract/identity/social.ts';
import { transaction } from '#server/db/transaction.ts';
import { accountLimit, addressLimit } from '#server/identity/passwords/sign-in-limits.ts';
import { assertSignInMethodRemains } from '#server/identity/second-factor/assert-sign-in-method-remains.ts';
import { consumeChallenge, peekChallenge } from '#server/identity/second-factor/challenge.ts';
import { consumeCode, needsCode } from '#server/identity/second-factor/check-code.ts';
import { completeSignIn } from '#server/identity/sessions/complete-sign-in.ts';
import { followActionLink } from '#server/identity/sign-up/follow-action-link.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context, SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { readIdToken } from './id-token.ts';
import { accountOfIdentity } from './social-identity.ts';

/**
 * Signs in with an id token. Throws 417 for one that is not fresh, valid and unused, and when the account requires a
 * code.
 */
export async function socialAuthenticate(
  context: Context,
  { token, remembered }: { token: string; remembered: boolean },
): Promise<CurrentUserAnswer> {
  await throttle(context, addressLimit(context));
  const identity = await readIdToken(context, token);
  const account = await accountOfIdentity(context, identity);
  if (typeof account === 'string') {
    throw invalid('Token', account === 'known' ? 'user.socialKnown' : 'user.socialUnknown');
  }
  // This operation of the specification has no field for a code: users with a second factor sign in through the page.
  if (await needsCode(context.db, account.id)) throw invalid('Code', 'user.codeNeeded');
  return completeSignIn(
    context,
    { userId: account.id, logIn: account.logIn, remembered },
    `Signed in by ${identity.provider}`,
  );
}

/** Completes a sign-in with another site by a code; a wrong code leaves the ticket valid. */
export async function finishSocialSignIn(
  context: Context,
  { ticket, code }: { ticket: string; code: string },
): Promise<CurrentUserAnswer> {
  await throttle(context, addressLimit(context));
  const found = await peekChallenge(context, ticket, 'social code');
  if (!found?.userId) throw invalid('Ticket', 'user.socialFailed');
  const { logIn, remembered, actionHash } = found.content;
  await throttle(context, await accountLimit(context, String(logIn)));
  await consumeCode(context, found.userId, code);
  if (!(await consumeChallenge(context, ticket, 'social code'))) throw invalid('Ticket', 'user.socialFailed');
  const { place, refusal } =
    typeof actionHash === 'string' ? await followActionLink(context, actionHash, found.userId) : {};
  const proof = { userId: found.userId, logIn: String(logIn), remembered: remembered === true, place };
  const answer = await completeSignIn(context, proof, 'Signed in by another site and a code');
  return { ...answer, ...(refusal && { invitationRefusal: refusal }) };
}

export async function readSocialLinks(context: SignedIn) {
  const { user, db, config } = context;
  const rows = await db
    .selectFrom('userIdentities')
    .select(['provider', 'eMail', 'createdAt'])
    .where('userId', '=', user.id)
    .execute();
  const account = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const links = socialProviders
    .map((provider) => ({ provider, row: rows.find((row) => row.provider === provider) }))
    .filter(({ provider, row }) => row || config.social[provider])
    .map(({ provider, row }) => ({
      provider,
      eMail: row?.eMail ?? '',
      isOn: row !== undefined,
      created: row?.createdAt.toString() ?? null,
    }));
  return { hasPassword: account.passwordHash !== null, links };
}

export async function removeSocialLink(
  context: SignedIn,
  { provider }: { provider: SocialProvider },
): Promise<undefined> {
  const { id: userId } = context.user;
  await transaction(context, async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('userIdentities')
      .where('userId', '=', userId)
      .where('provider', '=', provider)
      .executeTakeFirst();
    if (!numDeletedRows) throw notFound();
    await assertSignInMethodRemains(tx, 'Provider');
    await audit(tx, `Disconnected from ${provider}`);
  });
}
