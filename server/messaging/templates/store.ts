// Every text in every language, original or changed. The id of a row is derived from its key, saved or not.
import { type RawBuilder, sql } from 'kysely';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { RowSource } from '#server/lib/grid/source.ts';
import type { Template, TemplateMedium, TextFields } from './medium.ts';

/** The rows of the list of either area. */
export function templateSource(medium: TemplateMedium, area: AnyResource['area']): RowSource {
  return {
    rows: (context) => withWords((area === 'company' ? companyRows : systemRows)(context, medium), medium),
    foldedColumns: { all: 'words', fields: {} },
  };
}

/** The list shows one language of a text, its editor all: words of any language find the text. */
function withWords(rows: RawBuilder<object>, { texts, addresses }: TemplateMedium): RawBuilder<object> {
  const fields = ['description', 'key', 'company', ...texts, ...addresses].map((field) => sql.ref(`t.${field}`));
  const all = sql`string_agg(concat_ws(chr(10), ${sql.join(fields)}), chr(10)) over (partition by t.key, t.company)`;
  return sql<object>`select t.*, folded(concat_ws(chr(10), t.language, ${all})) as words from (${rows}) t`;
}

/** The texts of a company: its own, else the one for all, else the original. */
function companyRows({ user, visitor }: SignedIn, medium: TemplateMedium): RawBuilder<object> {
  const company = sql`${user.companyId}::uuid`;
  const table = sql.table(medium.table);
  return sql<object>`
    select ${idOf(medium, company)} as id, o.description, o.key, o.language, '' as company,
      ${textColumns(medium, ['own', 'everybody'])},
      own.id is not null as is_changed, coalesce(own.xmin::text, '0') as version
    from ${originals(medium, visitor.language)}
    left join ${table} own on own.company_id = ${company} and own.key = o.key and own.language = o.language
    left join ${table} everybody on everybody.company_id is null and everybody.key = o.key and everybody.language = o.language`;
}

/** The texts for all, and below them those that companies changed. */
function systemRows({ visitor }: SignedIn, medium: TemplateMedium): RawBuilder<object> {
  const table = sql.table(medium.table);
  const columns = textColumns(medium, ['t']);
  return sql<object>`
    select ${idOf(medium, sql`null::uuid`)} as id, o.description, o.key, o.language, '' as company, ${columns},
      t.id is not null as is_changed, coalesce(t.xmin::text, '0') as version
    from ${originals(medium, visitor.language)}
    left join ${table} t on t.company_id is null and t.key = o.key and t.language = o.language
    union all
    select ${idOf(medium, sql`t.company_id`)}, o.description, o.key, o.language, c.name, ${columns}, true, t.xmin::text
    from ${table} t join companies c on c.id = t.company_id
    join ${originals(medium, visitor.language)} on o.key = t.key and o.language = t.language`;
}

/** The editable columns, from the first of the tables that has a value. */
function textColumns({ texts, addresses }: TemplateMedium, tables: readonly string[]): RawBuilder<unknown> {
  const column = (field: string, last: RawBuilder<unknown>) => {
    const changed = tables.map((table) => sql.ref(`${table}.${field}`));
    return sql`coalesce(${sql.join([...changed, last])}) as ${sql.ref(field)}`;
  };
  return sql.join([
    ...texts.map((field) => column(field, sql.ref(`o.${field}`))),
    ...addresses.map((field) => column(field, sql`''`)),
  ]);
}

/** Returns the template of an id, or undefined for an unknown id. */
export async function templateOf(
  { db, visitor }: SignedIn,
  medium: TemplateMedium,
  id: string,
): Promise<Template | undefined> {
  const { rows } = await sql<Template>`
    select c.id as company_id, o.key, o.language
    from ${originals(medium, visitor.language)} cross join (select id from companies union all select null) c
    where ${idOf(medium, sql`c.id`)} = ${id}::uuid limit 1`.execute(db);
  return rows[0];
}

/** Returns the fields that hold while the template is not changed: of a company, those for all companies. */
export async function sharedTexts(
  { db, visitor }: SignedIn,
  medium: TemplateMedium,
  { companyId, key, language }: Template,
): Promise<TextFields> {
  const { rows } = await sql<TextFields>`
    select ${textColumns(medium, companyId === null ? [] : ['everybody'])} from ${originals(medium, visitor.language)}
    left join ${sql.table(medium.table)} everybody
      on everybody.company_id is null and everybody.key = o.key and everybody.language = o.language
    where o.key = ${key} and o.language = ${language}`.execute(db);
  return rows[0] ?? {};
}

function idOf({ mark }: TemplateMedium, company: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`md5(concat_ws(' ', ${mark}::text, ${company}::text, o.key, o.language))::uuid`;
}

function originals(medium: TemplateMedium, language: string): RawBuilder<unknown> {
  const columns = ['key', 'language', 'description', ...medium.texts].map((name) => sql`${sql.ref(name)} text`);
  return sql`json_to_recordset(${originalsAsJson(medium, language)}::json) as o (${sql.join(columns)})`;
}

const cache = new Map<string, string>();

/** The texts are constant while a process runs; only their descriptions depend on the reader's language. */
function originalsAsJson({ table, originals }: TemplateMedium, reader: string): string {
  const cached = cache.get(`${table} ${reader}`);
  if (cached) return cached;
  const json = JSON.stringify(originals(reader));
  cache.set(`${table} ${reader}`, json);
  return json;
}
