// Lets PostgreSQL write an answer as JSON with wire names, which the server sends unparsed.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { elementOf, fieldsOf, wireName } from '#contract/lib/wire.ts';
import type { Db } from '#server/db/pool.ts';
import type { Schema } from '#server/db/schema.ts';
import { JsonText } from '#server/lib/http/answer.ts';

/** A query whose rows have a column for each field, under the field's own (camelCase) name. */
type Rows = SelectQueryBuilder<Schema, never, object> | RawBuilder<object>;

/** Returns the rows of `query` as a JSON array of `list`'s elements. Columns that the schema lacks are omitted. */
export async function listAsJson(db: Db, list: z.ZodType, query: unknown): Promise<JsonText> {
  const element = elementOf(list);
  if (!element) throw new Error('listAsJson needs the schema of a list.');
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(row_to_json(wire)), '[]'::json)::text as json from (${withFieldNames(element, query as Rows)}) wire`.execute(
    db,
  );
  return new JsonText(rows[0]?.json ?? '[]');
}

/** Returns the first row of `query` as a JSON object of `schema`; undefined when there is none. */
export async function oneAsJson(db: Db, schema: z.ZodType, query: unknown): Promise<JsonText | undefined> {
  const { rows } = await sql<{ json: string }>`
    select row_to_json(wire)::text as json from (${withFieldNames(schema, query as Rows)}) wire limit 1`.execute(db);
  return rows[0] && new JsonText(rows[0].json);
}

/** Selects a row named `r` as one JSON object of `schema`. */
export function rowAsJson(schema: z.ZodType): RawBuilder<unknown> {
  return sql`(select row_to_json(wire) from (select ${columnsOf(schema)}) wire)`;
}

/** Selects the same rows with wire names, in the schema's order. */
export function withFieldNames(schema: z.ZodType, query: Rows): RawBuilder<object> {
  return sql<object>`select ${columnsOf(schema)} from (${query}) r`;
}

function columnsOf(schema: z.ZodType): RawBuilder<unknown> {
  const fields = fieldsOf(schema);
  if (!fields) throw new Error('Only objects have names on the wire.');
  return sql.join(
    Object.entries(fields).map(
      ([key, field]) => sql`${sql.ref(`r.${key}`)} as ${sql.raw(`"${wireName(key, field)}"`)}`,
    ),
  );
}
