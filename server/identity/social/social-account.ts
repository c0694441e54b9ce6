// Finds the account of a user who signs in with another site, or creates it on request.
import { transaction } from '#server/db/transaction.ts';
import { addAccount } from '#server/identity/sign-up/add-account.ts';
import { addCompany } from '#server/identity/sign-up/add-company.ts';
import { nameFromAddress } from '#server/identity/sign-up/company-name.ts';
import { joinCompany } from '#server/identity/sign-up/invite.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findLink } from '#server/lib/session/action-link.ts';
import { accountOfIdentity, type Identity, type SocialAccount, saveIdentity } from './social-identity.ts';
import type { Journey } from './start-social.ts';

/**
 * Creates an account for a user who registers, or who has an invitation to the very address that the site has verified.
 * `known` and `unknown` as in `accountOfIdentity`; `unverified`: the site has not verified the address, which an
 * account needs.
 */
export async function accountFor(
  context: Context,
  identity: Identity,
  { registration, actionHash }: Journey,
): Promise<SocialAccount | 'known' | 'unknown' | 'unverified'> {
  const found = await accountOfIdentity(context, identity);
  if (found !== 'unknown' || !(registration || actionHash)) return found;
  if (!identity.eMail || !identity.eMailIsVerified) return 'unverified';
  if (registration) return transaction(context, (tx) => register(tx, identity, registration));
  const link = await findLink(context, ['invite'], actionHash ?? '');
  if (link?.eMail.toLowerCase() !== identity.eMail.toLowerCase()) return 'unknown';
  return transaction(context, async (tx) => {
    const account = await make(tx, identity);
    await joinCompany(tx, actionHash ?? '', account.id);
    return account;
  });
}

async function register(
  context: Context,
  identity: Identity,
  { plan, companyName, timeZone }: NonNullable<Journey['registration']>,
): Promise<SocialAccount> {
  const account = await make(context, identity);
  const name = nameFromAddress(identity.eMail);
  const { companyId } = await addCompany(
    context,
    {
      name: companyName ?? name,
      planNumber: plan,
      timeZone,
      eMail: identity.eMail,
      campaignMailsPerDay: context.config.campaignMailsFirstDay,
    },
    { userId: account.id, name: identity.firstName || name, actions: ['user', 'admin'] },
  );
  await audit(context, `Registered by ${identity.provider}`, {
    userId: account.id,
    userName: account.logIn,
    companyId,
  });
  return account;
}

async function make(context: Context, identity: Identity): Promise<SocialAccount> {
  const { eMail: logIn, firstName, lastName } = identity;
  const id = await addAccount(context, { logIn, passwordHash: null, firstName, lastName, isEMailVerified: true });
  const account = id && { id, logIn };
  // Created concurrently between two statements.
  if (!account || !(await saveIdentity(context, identity, account))) throw new Refusal(409, 'user.socialFailed');
  return account;
}
