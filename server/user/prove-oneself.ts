// Before something that opens the account for good, whoever sits there shows that he is its owner.
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { throttle } from '#server/lib/throttle.ts';
import { verifyPassword } from './password.ts';

/** 417 for a wrong or missing password; an account that has none is not asked. */
export async function proveOneself(context: SignedIn, password: string | undefined): Promise<void> {
  const { passwordHash } = await context.database.read
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', context.user.id)
    .executeTakeFirstOrThrow();
  if (passwordHash === null) return;
  if (!password) throw invalid('Password', 'field.required');
  await throttle(context, { what: 'prove oneself', whose: context.user.id, most: 10, minutes: 15 });
  if (!(await verifyPassword(password, passwordHash))) throw invalid('Password', 'user.notYourPassword');
}
