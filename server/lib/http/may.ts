// Permissions: by the user's actions, or by a granted page.
import { allows, pagesThatPermit } from '#contract/lib/may.ts';
import type { Operation } from '#contract/lib/service.ts';

/** Whether a user may call this operation: by their actions, or by a grant of a page. */
export function mayCall(user: { actions: readonly string[]; pages: readonly string[] }, operation: Operation): boolean {
  return allows(user.actions, operation.may) || pagesThatPermit(operation).some((page) => user.pages.includes(page));
}
