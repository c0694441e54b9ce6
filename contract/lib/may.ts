// Finds the actions and granted pages that permit an operation: roles are actions of the user, and each includes the
// lower ones.
import type { May, Operation } from './service.ts';

const sufficientActions: Record<Exclude<May, 'anyone' | 'user'>, readonly string[]> = {
  lcladmin: ['lcladmin', 'admin', 'sys'],
  admin: ['admin', 'sys'],
  sys: ['sys'],
};

/** Whether a user with these actions may call an operation that requires `may`. */
export function allows(actions: readonly string[], may: May): boolean {
  return may === 'anyone' || may === 'user' || actions.some((action) => sufficientActions[may].includes(action));
}

/**
 * The pages whose grant permits an operation to a user without the action: reading operations of the page itself, and
 * the helpers that name it. No grant permits what is for operators.
 */
export function pagesThatPermit({ may, page, changes, helps = [] }: Operation): readonly string[] {
  if (may === 'sys') return [];
  return page !== undefined && !changes ? [page, ...helps] : helps;
}
