// Who may do what: the roles are actions in the user's list, and one includes the next; a granted page opens the calls behind it.
import type { May, Operation } from '#contract/lib/service.ts';

const sufficientActions: Record<Exclude<May, 'anyone' | 'user'>, readonly string[]> = {
  lcladmin: ['lcladmin', 'admin', 'sys'],
  admin: ['admin', 'sys'],
  sys: ['sys'],
};

/** Whether a user with these actions may call an operation of this kind. */
export function allows(actions: readonly string[], may: May): boolean {
  return may === 'anyone' || may === 'user' || actions.some((action) => sufficientActions[may].includes(action));
}

/** Whether a user may call this operation: by his actions, or because the page it serves was granted to him. */
export function mayCall(user: { actions: readonly string[]; pages: readonly string[] }, operation: Operation): boolean {
  if (allows(user.actions, operation.may)) return true;
  return operation.may !== 'sys' && operation.page !== undefined && user.pages.includes(operation.page);
}
