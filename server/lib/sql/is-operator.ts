// Tells operators of the installation from everyone else.
import { type RawBuilder, sql } from 'kysely';

/** Whether a user operates the installation, by their rights in any company that the transaction sees. */
export function isOperator(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from employees member cross join lateral effective_rights(member.company_id, member.user_id) rights
    where member.user_id = ${userId} and 'sys' = any(rights.actions))`;
}
