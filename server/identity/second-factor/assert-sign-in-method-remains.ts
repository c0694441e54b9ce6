// Nobody shuts himself out: what is removed is not the last way into the account.
import type { SocialProvider } from '#contract/identity/social.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/** After the removal and in its transaction: 417 at the field `key` when neither password, passkey nor another site is left. */
export async function assertSignInMethodRemains(context: SignedIn, key: string): Promise<void> {
  const { db, config, user } = context;
  // Two removals at once must not both count on the other.
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
  // A site that is no longer set up opens nothing.
  if (!identities.some(({ provider }) => config.social[provider as SocialProvider]))
    throw invalid(key, 'user.lastWayIn');
}
