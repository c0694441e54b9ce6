// Whose account an identity of another site opens, and how it becomes connected with one.
import type { SocialProvider } from '#contract/identity/social.ts';
import { transaction } from '#server/db/transaction.ts';
import { findCredentials } from '#server/identity/sign-in/read-person.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';

/** What a site says of somebody, its signature checked. */
export interface Identity {
  provider: SocialProvider;
  subject: string;
  eMail: string;
  eMailIsVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface Account {
  id: string;
  logIn: string;
}

/** Reads the claims of an id token; some sites write booleans as words. */
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
 * The account that the identity opens. One that is not connected yet is connected with the account of its e-mail address, if the
 * site has verified the address and so have we: an account that somebody else made under it must not be handed over, nor taken.
 * `known`: there is such an account, and its password is needed; `unknown`: there is none.
 */
export async function accountOfIdentity(context: Context, identity: Identity): Promise<Account | 'known' | 'unknown'> {
  const connected = await connectedAccount(context, identity);
  if (connected) return connected;
  // Whether there is an account is told to whom the address belongs, and to nobody else.
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

async function connectedAccount(context: Context, { provider, subject }: Identity): Promise<Account | undefined> {
  return context.db
    .selectFrom('userIdentities')
    .innerJoin('users', 'users.id', 'userId')
    .select(['users.id', 'logIn'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** False when the identity, or the account's place for this site, is taken. */
export function connect(context: Context, identity: Identity, account: Account): Promise<boolean> {
  return transaction(context, (tx) => saveIdentity(tx, identity, account));
}

/** The same in the caller's transaction. */
export async function saveIdentity(context: Context, identity: Identity, account: Account): Promise<boolean> {
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
