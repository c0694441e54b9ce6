// The columns of a customer's fields.
import { sql } from 'kysely';
import { type ContactField, contactFieldNames } from '#contract/customers/contact-fields.ts';

/** The name of a column in SQL. */
export const columnOf = (field: ContactField) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** By their names in SQL. */
export const contactColumns: readonly string[] = contactFieldNames.map(columnOf);

/** Selects the fields of a contact `c`, each as text or null. */
export const fieldsAsText = sql.join(
  contactFieldNames.map((field) => sql`${sql.ref(`c.${field}`)}::text as ${sql.ref(field)}`),
);
