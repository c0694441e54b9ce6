// Permissions: roles are actions of the user, each includes the lower ones, and a granted page permits its operations.
import type { May, Operation } from '#contract/lib/service.ts';

const sufficientActions: Record<Exclude<May, 'anyone' | 'user'>, readonly string[]> = {
  lcladmin: ['lcladmin', 'admin', 'sys'],
  admin: ['admin', 'sys'],
  sys: ['sys'],
};

/** Whether a user with these actions may call an operation that requires `may`. */
export function allows(actions: readonly string[], may: May): boolean {
  return may === 'anyone' || may === 'user' || actions.some((action) => sufficientActions[may].includes(action));
}

/** Whether a user may call this operation: by their actions, or by a grant of the page it serves. */
export function mayCall(user: { actions: readonly string[]; pages: readonly string[] }, operation: Operation): boolean {
  if (allows(user.actions, operation.may)) return true;
  return operation.may !== 'sys' && operation.page !== undefined && user.pages.includes(operation.page);
}
