// Describes the live database as the TypeScript types of `schema.ts`, to generate that file and to compare it.
import type pg from 'pg';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
}

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  time: 'string',
  tstzmultirange: 'string',
  bytea: 'Buffer',
  _int4: 'number[]',
  _text: 'string[]',
  _timestamptz: 'Instant[]',
  _uuid: 'string[]',
  jsonb: 'Json',
  date: 'Date_',
  daterange: 'string',
  timestamptz: 'Instant',
  tsvector: 'string',
};

/** Returns the text of `schema.ts` for the public tables and views of the connected database. */
export async function describeSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as defaulted
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'v') and c.relname not in ('migrations', 'applied_sql')
    order by c.relname, a.attnum`);
  const tables = Map.groupBy(rows, (row) => row.table);
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `export interface ${typeName(table)} {\n${columns.map((column) => `  ${line(column)}\n`).join('')}}\n`,
  );
  const schema = [...tables.keys()].map((table) => `  ${camel(table)}: ${typeName(table)};\n`).join('');
  return `${header}\n${interfaces.join('\n')}\nexport interface Schema {\n${schema}}\n`;
}

const header = `// The tables of the database as Kysely sees them. Made by \`npm run make:schema\`; a test compares it with the live
// catalogue.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** A timestamptz: read as an instant, written as one or as ISO 8601 text with an offset. */
type Instant = ColumnType<Temporal.Instant, Temporal.Instant | string, Temporal.Instant | string>;
/** A date without a zone, \`YYYY-MM-DD\`. */
type Date_ = ColumnType<string, string | Temporal.PlainDate, string | Temporal.PlainDate>;
type Json = JSONColumnType<object, string, string>;
/** A column of one of these kinds that the table fills when an insert leaves it out. */
type Defaulted<C> = C extends ColumnType<infer Read, infer Insert, infer Update>
  ? ColumnType<Read, Insert | undefined, Update>
  : Generated<C>;
`;

/** Types that are column types themselves, which Kysely's own Generated does not unwrap. */
const columnTypes = new Set(['Instant', 'Date_', 'Json']);

function line({ column, type, nullable, defaulted }: Column): string {
  const mapped = types[type];
  if (!mapped) throw new Error(`The column ${column} has the type ${type}, which schema.ts has no word for.`);
  const full = `${mapped}${nullable ? ' | null' : ''}`;
  const filled = columnTypes.has(mapped) ? 'Defaulted' : 'Generated';
  return `${camel(column)}: ${defaulted ? `${filled}<${full}>` : full};`;
}

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function typeName(table: string): string {
  const name = camel(table);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Table`;
}
