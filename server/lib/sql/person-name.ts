// The display name of a person, in SQL and in TypeScript.
import { sql } from 'kysely';

/** The name of the user `u`; empty when they have not given one. */
export const userName = sql<string>`trim(u.first_name || ' ' || u.last_name)`;

/** The name of the user `u`, or their sign-in address when they have not given one. */
export const personNameOrLogIn = sql<string>`coalesce(nullif(${userName}, ''), u.log_in)`;

interface Person {
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** The same for a user row that is already loaded. */
export function personNameOf({ firstName = '', lastName = '' }: Person): string {
  return `${firstName} ${lastName}`.trim();
}
