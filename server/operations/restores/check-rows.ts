// Refuses rows that no backup contains: of other companies, with unknown columns or with harmful values.
import type pg from 'pg';
import { knownZone } from '#contract/lib/fields.ts';
import type { RestoreProblem } from '#contract/operations/restores.ts';
import { declaredColumns, restoredColumns, type TableRule } from '#server/operations/archives/company-tables.ts';
import { RefusedArchive } from '#server/operations/archives/read-company-archive.ts';
import {
  type ArchivedColumn,
  jsonValues,
  linkValues,
  outOfBounds,
  unfitRestoredPeople,
  unfitToWait,
} from './bad-values.ts';
import { asValueRefusal, inSlices, prepared, slice, stagedAs, type Work } from './staged-rows.ts';

/** The states of a delivery of which nothing is to be sent. */
const settledStates = [
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'uncertain',
  'expired',
  'suppressed',
  'cancelled',
  'kept',
];

const kindsOfFile = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'text/plain',
  'text/csv',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
];

/** Refuses columns that are not of a backup, rows of another company, and values that would harm its readers. */
export async function checkRows(work: Work, table: string, rule: TableRule, staged: number): Promise<void> {
  const { client, archive } = work;
  const { companyColumn = 'company_id' } = rule;
  const refuse = async (problem: RestoreProblem, rows: string, values: unknown[]) => {
    const { rowCount } = await client.query(prepared(`select from ${rows} limit 1`, values)).catch((error: unknown) => {
      throw asValueRefusal(error, table);
    });
    if (rowCount) throw new RefusedArchive(problem, table);
  };
  let keys: string[] | undefined;
  let wrong = '';
  const zones = new Set<string>();
  await inSlices(work, { staged, size: slice.checked }, async (range) => {
    const { rows } = await client.query<{ keys: string[] | null }>(
      prepared(
        `select distinct case when jsonb_typeof(line) = 'object'
          then (select coalesce(array_agg(k order by k), '{}') from jsonb_object_keys(line) k) end as keys
        from staged where number between $1 and $2 limit 2`,
        range,
      ),
    );
    const [first] = rows;
    if (rows.length > 1 || !first?.keys) throw new RefusedArchive('values', table);
    if (!keys) {
      keys = first.keys;
      const columns = await knownColumns(client, table, rule, keys);
      const conditions = [...columns.flatMap((column) => outOfBounds(column)), ...(await unfitToWait(client, table))];
      if (table === 'restored_people') conditions.push(...(await unfitRestoredPeople(client)));
      wrong = conditions.join(' or ');
    } else if (keys.join() !== first.keys.join()) throw new RefusedArchive('values', table);

    await refuse(
      'foreign',
      `staged where number between $1 and $2 and (line ->> '${companyColumn}') is distinct from $3`,
      [...range, archive.companyId],
    );
    if (table === 'deliveries') {
      await refuse(
        'unsettled',
        `staged where number between $1 and $2
          and not ((line ->> 'state') = any($3) and (line ->> 'settled_at') is not null)`,
        [...range, settledStates],
      );
    }
    if (keys.includes('time_zone')) await checkZones(client, { table, range, known: zones });
    if (wrong) await refuse('values', `${stagedAs(table)} where s.number between $1 and $2 and (${wrong})`, range);
    await checkLinks(client, { table, range, keys });
    await checkJson(client, { table, range, keys });
  });
}

/** The columns that a restore writes, of those that the archive has. Refuses any that no backup has. */
async function knownColumns(
  client: pg.Client,
  table: string,
  rule: TableRule,
  archived: readonly string[],
): Promise<ArchivedColumn[]> {
  const known = new Set(declaredColumns(rule));
  const omitted = new Set(rule.omitted?.split(' '));
  const unknown = archived.find((key) => !known.has(key) || omitted.has(key));
  if (unknown) throw new RefusedArchive('column', `${table}.${unknown}`);
  return columnsOf(client, table, rule, archived);
}

/** A zone that the database does not know fails every query over the visits of all companies. */
async function checkZones(
  client: pg.Client,
  { table, range, known }: { table: string; range: [number, number]; known: Set<string> },
): Promise<void> {
  const { rows } = await client
    .query<{ zone: string; local: string }>(
      prepared(
        `select zone, (now() at time zone zone)::text as local from (
          select distinct line ->> 'time_zone' as zone from staged
          where number between $1 and $2 and line ->> 'time_zone' is not null) zones`,
        range,
      ),
    )
    .catch((error: unknown) => {
      throw asValueRefusal(error, table);
    });
  for (const { zone } of rows) {
    if (known.has(zone)) continue;
    if (!knownZone.safeParse(zone).success) throw new RefusedArchive('values', table);
    known.add(zone);
  }
}

/** A link that the product would not have taken, such as `javascript:`, acts as the person who presses it. */
async function checkLinks(
  client: pg.Client,
  { table, range, keys }: { table: string; range: [number, number]; keys: readonly string[] },
): Promise<void> {
  for (const [column, isGood] of Object.entries(linkValues[table] ?? {})) {
    if (!keys.includes(column)) continue;
    const { rows } = await client.query<{ link: string }>(
      prepared(
        `select distinct line ->> '${column}' as link from staged
        where number between $1 and $2 and line ->> '${column}' is not null`,
        range,
      ),
    );
    if (rows.some(({ link }) => !isGood(link))) throw new RefusedArchive('values', `${table}.${column}`);
  }
}

/** Parses the columns of JSON, whose readers trust them; a few rows at once, because each may be large. */
async function checkJson(
  client: pg.Client,
  { table, range: [first, last], keys }: { table: string; range: [number, number]; keys: readonly string[] },
): Promise<void> {
  for (const [column, schema] of Object.entries(jsonValues[table] ?? {})) {
    if (!keys.includes(column)) continue;
    for (let next = first; next <= last; next += slice.parsed) {
      const { rows } = await client.query<{ value: unknown }>(
        prepared(`select line -> '${column}' as value from staged where number between $1 and $2`, [
          next,
          Math.min(last, next + slice.parsed - 1),
        ]),
      );
      if (rows.some(({ value }) => !schema.safeParse(value).success)) {
        throw new RefusedArchive('values', `${table}.${column}`);
      }
    }
  }
}

export async function columnsOf(
  client: pg.Client,
  table: string,
  rule: TableRule,
  archived: readonly string[],
): Promise<ArchivedColumn[]> {
  const { rows } = await client.query<ArchivedColumn>(
    `select attname::text as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname = any($2) order by attnum`,
    [table, restoredColumns(rule).filter((column) => archived.includes(column))],
  );
  return rows;
}

/** Compares the rows of files with their bytes, and returns those without any. */
export async function checkFiles({ client }: Work): Promise<{ lostFiles: string[]; lostFileCount: number }> {
  const { rows: bad } = await client.query<{ name: string }>(
    `select r.display_name as name from ${stagedAs('files')} join present_files f on f.old = r.id
    where (f.size, f.sha256) is distinct from (r.size, r.sha256) or r.mime_type <> all($1)
      -- Larger files have a kind only if they are pictures. CSV is detected as text.
      or case when r.mime_type like 'image/%' then r.mime_type is distinct from f.kind
        else f.kind <> case r.mime_type when 'text/csv' then 'text/plain' else r.mime_type end end limit 1`,
    [kindsOfFile],
  );
  if (bad[0]) throw new RefusedArchive('fileType', bad[0].name);
  const { rows: extra } = await client.query<{ old: string }>(
    `select f.old from present_files f
    where not exists (select from staged s where (s.line ->> 'id') = f.old::text) limit 1`,
  );
  if (extra[0]) throw new RefusedArchive('entry', `files/${extra[0].old}`);
  const { rows: lost } = await client.query<{ name: string; count: number }>(
    `select r.display_name as name, count(*) over ()::int as count from ${stagedAs('files')}
    where not exists (select from present_files f where f.old = r.id) order by 1 limit 10`,
  );
  return { lostFiles: lost.map(({ name }) => name), lostFileCount: lost[0]?.count ?? 0 };
}
