// Returns the current user.
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { currentUserOf } from '#server/identity/person/read-person.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** Runs outside the company's transaction: the answer includes the user's locations in other companies. */
export async function readCurrent(context: SignedIn): Promise<CurrentUserAnswer> {
  const { id: userId, companyId, locationId, impersonator } = context.user;
  const member = { userId, companyId, locationId, impersonatorName: impersonator?.logIn };
  const found = await currentUserOf({ ...context, db: context.database.read }, member);
  if (!found) throw notFound();
  return found;
}
