// Finds the account that an identity of another site opens, and connects the two.
import type { SocialProvider } from '#contract/identity/social.ts';
import { transaction } from '#server/db/transaction.ts';
import { findCredentials } from '#server/identity/person/read-person.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';

/** The verified claims of a site about a person. */
export interface Identity {
  provider: SocialProvider;
  subject: string;
  eMail: string;
  eMailIsVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface SocialAccount {
  id: string;
  logIn: string;
}

/** Parses the claims of an id token; some sites write booleans as strings. */
export function identityOf(provider: SocialProvider, claims: Record<string, unknown>): Identity {
  const { sub, email, email_verified: verified, given_name: givenName, family_name: familyName } = claims;
  return {
    provider,
    subject: String(sub),
    eMail: typeof email === 'string' ? email : '',
    eMailIsVerified: verified === true || verified === 'true',
    firstName: typeof givenName === 'string' ? givenName.trim().slice(0, 60) : '',
    lastName: typeof familyName === 'string' ? familyName.trim().slice(0, 60) : '',
  };
}

/**
 * Returns the account that the identity opens. An unconnected identity is connected with the account of its e-mail
 * address if both the site and this installation have verified the address: otherwise one person could take over
 * another's account. `known`: there is such an account, and its password is needed; `unknown`: there is none.
 */
export async function accountOfIdentity(
  context: Context,
  identity: Identity,
): Promise<SocialAccount | 'known' | 'unknown'> {
  const connected = await connectedAccount(context, identity);
  if (connected) return connected;
  // Only the owner of a verified address may learn whether it has an account.
  const credentials =
    identity.eMail && identity.eMailIsVerified ? await findCredentials(context.db, identity.eMail) : undefined;
  if (!credentials) return 'unknown';
  const account = await context.db
    .selectFrom('users')
    .select(['id', 'logIn', 'eMailVerifiedAt'])
    .where('id', '=', credentials.id)
    .executeTakeFirst();
  if (!account?.eMailVerifiedAt) return 'known';
  return (await connect(context, identity, account)) ? account : 'known';
}

async function connectedAccount(context: Context, { provider, subject }: Identity): Promise<SocialAccount | undefined> {
  return context.db
    .selectFrom('userIdentities')
    .innerJoin('users', 'users.id', 'userId')
    .select(['users.id', 'logIn'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/**
 * Returns false when the identity is connected with another account, or the account with another identity of the site.
 */
export function connect(context: Context, identity: Identity, account: SocialAccount): Promise<boolean> {
  return transaction(context, (tx) => saveIdentity(tx, identity, account));
}

/** Does the same in the caller's transaction. */
export async function saveIdentity(context: Context, identity: Identity, account: SocialAccount): Promise<boolean> {
  const { provider, subject, eMail } = identity;
  const { numInsertedOrUpdatedRows } = await context.db
    .insertInto('userIdentities')
    .values({ provider, subject, userId: account.id, eMail: eMail.slice(0, 254), createdAt: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  await audit(context, `Connected with ${provider}`, { userId: account.id, userName: account.logIn, companyId: null });
  return true;
}
