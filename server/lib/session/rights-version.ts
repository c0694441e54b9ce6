// A digest of the rights of a person, by which a browser finds out whether those it knows are the present ones.
import { sql } from 'kysely';

const sorted = (column: string) => sql`array(select unnest(${sql.ref(`rights.${column}`)}) order by 1)`;

/** Of the row `rights` that `effective_rights` returns. */
export const rightsVersion = sql<string>`md5(row(${sorted('actions')}, ${sorted('groups')}, ${sorted('pages')})::text)`;
