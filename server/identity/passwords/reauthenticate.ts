// Requires proof of identity before a change that permanently opens the account.
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { invalid } from '#server/lib/refusal.ts';
import { verifyPassword } from './password.ts';

const freshMinutes = 10;

/** Throws 417 for a wrong or missing password. An account without one must have signed in recently, by any method. */
export async function reauthenticate(context: SignedIn, password: string | undefined): Promise<void> {
  const { passwordHash } = await context.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', context.user.id)
    .executeTakeFirstOrThrow();
  if (passwordHash === null) {
    if (await hasJustSignedIn(context)) return;
    throw invalid('Password', 'account.signInAgain');
  }
  if (!password) throw invalid('Password', 'field.required');
  await throttle(context, { action: 'prove oneself', subject: context.user.id, max: 10, minutes: 15 });
  if (!(await verifyPassword(password, passwordHash))) throw invalid('Password', 'user.notYourPassword');
}

/** Whether the session started less than ten minutes ago: the person is most likely still the same. */
export async function hasJustSignedIn(context: SignedIn): Promise<boolean> {
  const session = await context.db
    .selectFrom('sessions')
    .select('createdAt')
    .where('id', '=', context.user.sessionId)
    .executeTakeFirst();
  const limit = context.clock.now().subtract({ minutes: freshMinutes });
  return session !== undefined && Temporal.Instant.compare(session.createdAt, limit) > 0;
}
