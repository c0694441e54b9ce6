// The first proof that an e-mail address belongs to the person who uses its account. Another person may have
// registered it before, so nothing that was set up earlier outlasts the proof.
import { sql } from 'kysely';
import { audit } from '#server/lib/audit.ts';
import type { Context, ServiceContext, SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { endSessionsOf } from '#server/lib/session/session.ts';

/** Each lets its holder sign in to the account, take it over or follow it. */
const opening = [
  'secondFactors',
  'recoveryCodes',
  'passkeys',
  'userIdentities',
  'signInChallenges',
  'actionLinks',
  'pushSubscriptions',
] as const;

/**
 * Marks the address as verified, in the caller's transaction. The first time, removes the second factor, passkeys,
 * connected sites, push subscriptions and pending links of the account, and ends its sessions but for the caller's own.
 * Returns whether it was the first time.
 */
export async function confirmAddress(tx: Context, account: { id: string; logIn: string }): Promise<boolean> {
  const { id } = account;
  const { numUpdatedRows } = await tx.db
    .updateTable('users')
    .set({ eMailVerifiedAt: tx.clock.now() })
    .where('id', '=', id)
    .where('eMailVerifiedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const removed: string[] = [];
  for (const table of opening) {
    const { numDeletedRows } = await tx.db.deleteFrom(table).where('userId', '=', id).executeTakeFirst();
    if (numDeletedRows > 0n) removed.push(table);
  }
  const isOwn = tx.user?.id === id && !tx.user.impersonator;
  await endSessionsOf(tx, id, isOwn ? tx.user?.sessionId : undefined);
  const about = { userId: id, userName: account.logIn, companyId: null };
  if (removed.some((table) => ['secondFactors', 'passkeys', 'userIdentities'].includes(table))) {
    await audit(tx, 'Removed the sign-in methods from before the address was verified', about);
  }
  return true;
}

/** Throws 417 with Key `key` while the address of the caller's account is not verified. */
export async function assertAddressVerified({ db, user }: SignedIn, key: string): Promise<void> {
  if (!(await isAddressVerified(db, user.id))) throw invalid(key, 'account.verifyFirst');
}

export async function isAddressVerified(db: ServiceContext['db'], userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(sql<boolean>`e_mail_verified_at is not null`.as('isVerified'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.isVerified === true;
}
