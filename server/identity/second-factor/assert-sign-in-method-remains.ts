// Prevents the removal of an account's last sign-in method.
import type { SocialProvider } from '#contract/identity/social.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/**
 * Call after the removal, in its transaction. Throws 417 with Key `key` when no password, passkey or other site is
 * left.
 */
export async function assertSignInMethodRemains(context: SignedIn, key: string): Promise<void> {
  const { db, config, user } = context;
  // The lock keeps concurrent removals from each relying on the other's method.
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (passwordHash !== null) return;
  const passkey = await db.selectFrom('passkeys').select('id').where('userId', '=', user.id).executeTakeFirst();
  if (passkey) return;
  const identities = await db.selectFrom('userIdentities').select('provider').where('userId', '=', user.id).execute();
  // A connection with a site that is no longer configured is useless.
  if (!identities.some(({ provider }) => config.social[provider as SocialProvider]))
    throw invalid(key, 'user.lastWayIn');
}
