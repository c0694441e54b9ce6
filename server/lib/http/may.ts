// Permissions: by the user's actions, or by a granted page.
import { allows } from '#contract/lib/may.ts';
import type { Operation } from '#contract/lib/service.ts';

/**
 * Whether a user may call this operation: by their actions, or by a grant of a page. The grant permits the reading
 * operations of the page and the helpers that name it; changes require the action.
 */
export function mayCall(user: { actions: readonly string[]; pages: readonly string[] }, operation: Operation): boolean {
  const { may, page, changes, helps = [] } = operation;
  if (allows(user.actions, may)) return true;
  if (may === 'sys') return false;
  const opened = page !== undefined && !changes ? [page, ...helps] : helps;
  return opened.some((each) => user.pages.includes(each));
}
