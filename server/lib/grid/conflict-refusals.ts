// Translates violations of constraints into refusals.
import type { AnyResource } from '#contract/lib/resource.ts';
import { type MessageKey, uncheckedKey } from '#i18n/keys.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';

/** Runs a change of either area in its transaction, and translates constraint violations into refusals. */
export async function withConflictRefusals<T>(
  context: SignedIn,
  resource: AnyResource,
  store: { unique?: Readonly<Record<string, string>> },
  act: (tx: SignedIn) => Promise<T>,
): Promise<T> {
  try {
    // Operations of the company area already run in their company's transaction.
    return await (resource.area === 'system' ? transaction(context, act) : act(context));
  } catch (error) {
    throw asRefusal(error, resource, store, false) ?? error;
  }
}

/** Translates a constraint violation; returns a refusal as it is, and undefined for any other error. */
export function asRefusal(
  error: unknown,
  resource: AnyResource,
  store: { unique?: Readonly<Record<string, string>> },
  isDeletion: boolean,
): Refusal | undefined {
  if (error instanceof Refusal) return error;
  // The fields of a PostgreSQL error.
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  // Another record refers to the deleted one, or the input refers to a record outside the caller's reach.
  if (code === '23503') return isDeletion ? new Refusal(409, inUse(resource)) : notFound();
  // The same of `on delete restrict`, since PostgreSQL 18.
  if (code === '23001' && isDeletion && constraint) return new Refusal(409, inUse(resource));
  const field = code === '23505' ? store.unique?.[constraint] : undefined;
  return field ? invalid(field, 'grid.taken') : undefined;
}

/** The message for a record that is still in use; a list may have one of its own. */
function inUse({ name }: AnyResource): MessageKey {
  const own = uncheckedKey(`list.${name}.inUse`);
  return translate('en', own) === own ? 'grid.inUse' : own;
}
