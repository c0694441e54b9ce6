// Decides which things a user may grant.
import { type RawBuilder, sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { CurrentUser } from '#server/lib/context.ts';

/** The roles that include one another: a user who has the higher one holds the lower ones. */
const roles = ['user', 'lcladmin', 'admin'] as const;

/** The rights of a user who grants, and whether another person acts as them. */
export type Giver = Pick<CurrentUser, 'actions' | 'pages' | 'impersonator'>;

/**
 * Whether the user may grant a thing `t` of `grantTables`: an operator everything; others what is not of operators
 * alone, if they hold every action that it gives and open every page that it opens. A person who acts as another may
 * not hold what that person holds, and grants roles only.
 */
export function mayGrant({ actions, pages, impersonator }: Giver): RawBuilder<boolean> {
  if (actions.includes('sys')) return sql<boolean>`true`;
  const held = new Set<string>(roles.filter((role) => role === 'user' || allows(actions, role)));
  if (!impersonator) for (const action of actions) held.add(action);
  return sql<boolean>`(not t.only_sys and t.needs <@ ${[...held]}::text[] and not exists (
    select from pages opened
    where opened.s_ref = any(t.opens) and not can_open_page(opened, ${actions}::text[], ${pages}::text[])))`;
}
