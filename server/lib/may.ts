// Who may do what: the roles are actions in the user's list, and one includes the next.
import type { May } from '#contract/lib/service.ts';

const enough: Record<Exclude<May, 'anyone' | 'user'>, readonly string[]> = {
  lcladmin: ['lcladmin', 'admin', 'sys'],
  admin: ['admin', 'sys'],
  sys: ['sys'],
};

/** Whether a user with these actions may call an operation of this kind. */
export function allows(actions: readonly string[], may: May): boolean {
  return may === 'anyone' || may === 'user' || actions.some((action) => enough[may].includes(action));
}
