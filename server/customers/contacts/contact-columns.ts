// The columns of a customer's fields.
import { sql } from 'kysely';
import { contactFieldNames } from '#contract/customers/contact-fields.ts';
import { sqlName } from '#server/lib/sql/sql-name.ts';

/** By their names in SQL. */
export const contactColumns: readonly string[] = contactFieldNames.map(sqlName);

/** Selects the fields of a contact `c`, each as text or null. */
export const fieldsAsText = sql.join(
  contactFieldNames.map((field) => sql`${sql.ref(`c.${field}`)}::text as ${sql.ref(field)}`),
);
