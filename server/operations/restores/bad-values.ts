// Rejects column values outside the contract, which no backup contains and which would harm their readers.
import type pg from 'pg';
import { z } from 'zod';
import { visitStatuses } from '#contract/booking/visit-states.ts';
import { audience } from '#contract/campaigns/audience.ts';
import { blocks } from '#contract/campaigns/blocks.ts';
import { receiptFields } from '#contract/company/receipt-details.ts';
import { id, instant } from '#contract/lib/fields.ts';
import { isSafeLink, isWebAddress } from '#contract/lib/links.ts';
import { companyTables, restoredColumns } from '#server/operations/archives/company-tables.ts';

export interface ArchivedColumn {
  name: string;
  type: string;
}

/** The longest texts of the contract have some thousand characters. Others are made by the product, such as mails. */
const maxText = 20_000;
const maxLongText = 2_000_000;
const longTexts = new Set(
  'answer body calendar_entry description evidence html message notes plain shown_text text'.split(' '),
);
/** The limits of the contract are far smaller; so many hours are still an interval. */
const maxInteger = 1_000_000;
const maxElements = 300;

/** Conditions for a value of the row `row` that is outside the bounds of its type. */
export function outOfBounds({ name, type }: ArchivedColumn, row = 'r'): string[] {
  const value = `${row}."${name}"`;
  switch (type) {
    // The years of the contract; infinite times break their readers.
    case 'date':
      return [`${value} not between '1900-01-01' and '2199-12-31'`];
    case 'timestamp with time zone':
      return [`${value} not between '1900-01-02Z' and '2199-12-30Z'`];
    case 'double precision':
      return [`${value} in ('NaN', 'Infinity', '-Infinity')`];
    case 'integer':
    case 'smallint':
      return [`abs(${value}::bigint) > ${maxInteger}`];
    case 'text':
      return [`length(${value}) > ${longTexts.has(name) ? maxLongText : maxText}`];
    case 'jsonb':
      return [`octet_length(${value}::text) > ${maxLongText}`];
    case 'integer[]':
    case 'text[]':
      return [
        `cardinality(${value}) > ${maxElements} or array_ndims(${value}) > 1 or array_position(${value}, null) is not null
          or length(array_to_string(${value}, '')) > ${maxText}`,
      ];
    default:
      return type.startsWith('numeric') ? [`${value} in ('NaN', 'Infinity', '-Infinity')`] : [];
  }
}

/** The texts that lead somewhere, when a person presses them or by themselves; no product has stored any but these. */
export const linkValues: Readonly<Record<string, Readonly<Record<string, (link: string) => boolean>>>> = {
  events: { link: (link) => link === '' || isSafeLink(link) },
  // The addresses that texts of SMS contain have no rules of their own.
  campaign_links: { url: isWebAddress },
  // Paths on the server of the account: its password is sent there.
  outside_calendars: { href: (path) => path === '' || /^\/(?![/\\])/.test(path) },
  outside_written: { href: (path) => /^\/(?![/\\])/.test(path) },
};

const texts = z.array(z.string().max(maxText)).max(1_000);
const ids = z.array(id).max(100_000);
const fieldsOfContact = z.record(z.string(), z.string().nullable());
const textByName = z.record(z.string().max(200), z.string().max(maxLongText)).nullable();
const rows = z.array(z.record(z.string(), z.unknown())).max(10_000);

/** The values of columns of JSON. */
export const jsonValues: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  receipts: { seller: receiptFields.nullable() },
  campaigns: { blocks, audience },
  contact_merges: {
    moved: z.object({
      visits: ids,
      consents: ids,
      tags: texts,
      before: fieldsOfContact,
      after: fieldsOfContact,
    }),
  },
  visits: {
    notified: z
      .object({
        status: z.enum(visitStatuses),
        start: instant,
        end: instant,
        calendars: z.array(id).max(1_000).nullable(),
        services: texts.nullish(),
      })
      .nullable(),
  },
  email_messages: { fields: textByName, headers: textByName },
  restored_people: {
    belongings: z.strictObject({
      employees: rows.length(1),
      employee_locations: rows.optional(),
      profile_pictures: rows.optional(),
      estimates: rows.optional(),
    }),
  },
};

/** Tables with rows that wait for their people. */
const waitingTables = Object.keys(companyTables).filter((table) => companyTables[table]?.waits);

/** The condition for a person who cannot be invited. */
export function unfitPerson(row: string): string {
  return `${row}.id is null or ${row}.log_in is null or ${row}.log_in !~ '^[^@[:cntrl:][:space:]]+@[^@[:cntrl:][:space:]]+$'
    or length(${row}.log_in) > 254 or length(${row}.first_name) > 200 or length(${row}.last_name) > 200
    or length(${row}.language) > 20`;
}

/**
 * Conditions for a row of a table that waits: the database checks it when its person accepts the invitation, which must
 * not fail then. Expects the columns of the table in `row`.
 */
export async function unfitToWait(client: pg.Client, table: string, row = 'r'): Promise<string[]> {
  if (!waitingTables.includes(table)) return [];
  const { rows } = await client.query<{ expression: string }>(
    `select pg_get_expr(conbin, conrelid) as expression from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
    [table],
  );
  return rows.map(({ expression }) => `exists (select from (select ${row}.*) x where not (${expression}))`);
}

/** Conditions for a person with belongings whom an earlier restore brought back, and who has not accepted yet. */
export async function unfitRestoredPeople(client: pg.Client): Promise<string[]> {
  const conditions = [unfitPerson('r')];
  for (const table of waitingTables) {
    const kept = companyTables[table]?.kept?.split(' ') ?? [];
    const { rows: columns } = await client.query<ArchivedColumn & { isRequired: boolean }>(
      `select attname::text as name, format_type(atttypid, null) as type, attnotnull as "isRequired" from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname = any($2)`,
      [table, restoredColumns(companyTables[table] ?? {}).filter((name) => name !== 'company_id')],
    );
    const wrong = [
      ...columns.flatMap((column) => outOfBounds(column, 'b')),
      ...(await unfitToWait(client, table, 'b')),
      // A former version may have known fewer columns of the profile; each has a default.
      ...columns
        .filter(({ name, isRequired }) => isRequired && table !== 'employees' && kept.includes(name))
        .map(({ name }) => `b."${name}" is null`),
      // Reads all values.
      'to_jsonb(b) is null',
    ];
    conditions.push(`exists (
      select from jsonb_populate_recordset(null::"${table}",
        case jsonb_typeof(r.belongings -> '${table}') when 'array' then r.belongings -> '${table}' else '[]' end) b
      where ${wrong.join(' or ')})`);
  }
  return conditions;
}
