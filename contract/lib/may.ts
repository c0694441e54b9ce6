// Which actions permit which operations: roles are actions of the user, and each includes the lower ones.
import type { May } from './service.ts';

const sufficientActions: Record<Exclude<May, 'anyone' | 'user'>, readonly string[]> = {
  lcladmin: ['lcladmin', 'admin', 'sys'],
  admin: ['admin', 'sys'],
  sys: ['sys'],
};

/** Whether a user with these actions may call an operation that requires `may`. */
export function allows(actions: readonly string[], may: May): boolean {
  return may === 'anyone' || may === 'user' || actions.some((action) => sufficientActions[may].includes(action));
}
