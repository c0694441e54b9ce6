// Who the caller is, with all that the browser is told about it.
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { currentUserOf } from './read-person.ts';

/** Not in the company's transaction: his places in other companies belong to the answer. */
export async function readCurrent(context: SignedIn): Promise<CurrentUserAnswer> {
  const { id: userId, companyId, locationId, impersonator } = context.user;
  const member = { userId, companyId, locationId, impersonatorName: impersonator?.logIn };
  const found = await currentUserOf(context.database.read, member);
  if (!found) throw notFound();
  return found;
}
