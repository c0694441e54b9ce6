// Decides which things a user may grant.
import { type RawBuilder, sql } from 'kysely';

/** Actions that an administrator of a company may grant without having them. */
export const administrators = ['user', 'lcladmin', 'admin'] as const;

/**
 * Whether the user may grant a thing `t` of `grantTables`: an operator everything; an administrator what is not of
 * operators alone, if they have all actions that it needs, or may grant them.
 */
export function mayGrant(actions: readonly string[]): RawBuilder<boolean> {
  if (actions.includes('sys')) return sql<boolean>`true`;
  const has = [...new Set([...actions, ...administrators])].filter((name) => name !== 'sys');
  return sql<boolean>`(not t.only_sys and t.needs <@ ${has}::text[])`;
}
