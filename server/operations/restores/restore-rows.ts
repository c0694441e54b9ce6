// Restores the rows of an archive into a new company, in the transaction of one connection.
import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { countedStatuses } from '#contract/booking/visits.ts';
import { knownZone } from '#contract/lib/fields.ts';
import type { RestoreProblem } from '#contract/operations/restores.ts';
import { publicName } from '#contract/public-names.ts';
import { urlNameOf } from '#server/identity/memberships/url-name.ts';
import {
  companyTables,
  declaredColumns,
  type MappedTo,
  restoredColumns,
  type TableRule,
} from '#server/operations/backups/company-tables.ts';
import { type Column, jsonValues, outOfBounds, unfitPerson, unfitRestoredPeople, unfitToWait } from './bad-values.ts';
import { mapBelongings, mapCampaigns } from './map-ids-in-json.ts';
import { type CompanyArchive, RefusedArchive } from './read-company-archive.ts';
import { setVisitedIds } from './set-visited-ids.ts';
import {
  asValueRefusal,
  inSlices,
  prepared,
  type RestoreOptions,
  slice,
  stage,
  stagedAs,
  type Work,
} from './staged-rows.ts';

export interface RestoredRows {
  companyId: string;
  /** Rows in the archive, and rows that are restored, by table. */
  tables: { name: string; rows: number; restored: number }[];
  people: { name: string; eMail: string }[];
  /** Names of files without bytes. */
  lostFiles: string[];
  lostFileCount: number;
  /** Addresses that changed: `old → new`. */
  renamed: string[];
  locations: number;
}

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

/**
 * Inserts everything with `client`, inside its open transaction, and returns what it did. Nothing is published, audited
 * or sent. Throws `RefusedArchive` for rows that no backup would contain.
 */
export async function restoreRows(
  client: pg.Client,
  archive: CompanyArchive,
  options: RestoreOptions,
): Promise<RestoredRows> {
  const companyId = randomUUIDv7();
  const work = { client, archive, companyId, ...options };
  // The statistics know nothing of the new company: plans for its id would expect no rows, and scan all.
  await client.query(`
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local daybook.restoring = '1'; set local plan_cache_mode = force_generic_plan;
    create temp table staged (number integer generated always as identity primary key, line jsonb not null) on commit drop;
    create temp table present_files (old uuid primary key, size bigint not null, sha256 text not null,
      kind text) on commit drop;
    create temp table their_calendars (person uuid primary key, calendar uuid not null) on commit drop;
    create temp table their_visits (event uuid primary key, visit uuid not null, counted_parts integer not null,
      booked_price numeric(14, 2) not null, completed_price numeric(14, 2) not null) on commit drop;
    create temp table waiting (person uuid not null, table_name text not null, line jsonb not null) on commit drop`);
  await client.query(
    `insert into present_files select f.id, f.size, f.sha256, f.kind
    from jsonb_to_recordset($1::jsonb) as f (id uuid, size bigint, sha256 text, kind text)`,
    [JSON.stringify(archive.files)],
  );
  const ownKeys = await selfReferences(client);
  const counts = new Map<string, { rows: number; restored: number }>();
  const found = { lostFiles: [] as string[], lostFileCount: 0, renamed: [] as string[] };
  for (const { table, rows } of await inOrder(client, archive)) {
    const rule = companyTables[table] as TableRule; // `readCompanyArchive` refuses unknown tables.
    if (restoredColumns(rule).length === 0) {
      counts.set(table, { rows, restored: 0 });
      // Read for its checksum alone.
      for await (const piece of await archive.readTable(table)) {
        options.onBytes?.(piece.length);
        await options.rest();
      }
      continue;
    }
    if (table === 'events') await noteVisits(work);
    const staged = await stage(work, table, options.onBytes);
    await checkRows(work, table, rule, staged);
    if (table === 'files') Object.assign(found, await checkFiles(work));
    if (table === 'locations') found.renamed = await freeAddresses(client);
    if (table === 'calendars') await noteCalendars(client);
    if (table === 'restored_people') await mapBelongings(work, staged);
    if (table === 'campaigns') await mapCampaigns(work, staged);
    counts.set(table, {
      rows: staged,
      restored: await insertRows(work, table, rule, { staged, ownKeys: ownKeys.get(table) }),
    });
  }
  await setVisitedIds(client, companyId, options.rest);
  await finishCompany(work);
  const people = await restorePeople(work);
  const tables = archive.tables.map(({ table }) => ({
    name: table,
    ...(counts.get(table) ?? { rows: 0, restored: 0 }),
  }));
  return { companyId, tables, people, ...found, locations: counts.get('locations')?.restored ?? 0 };
}

/** The tables of the archive, each after those that it refers to. */
async function inOrder(client: pg.Client, { tables }: CompanyArchive): Promise<CompanyArchive['tables']> {
  const { rows } = await client.query<{ child: string; parent: string }>(`
    select distinct c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and c.conrelid <> c.confrelid and c.conrelid <> 'companies'::regclass`);
  const parents = Map.groupBy(rows, ({ child }) => child);
  const byName = new Map(tables.map((one) => [one.table, one]));
  if (!byName.has('companies')) throw new RefusedArchive('entry', 'tables/companies.jsonl');
  const ordered = new Set<CompanyArchive['tables'][number]>();
  const add = (name: string) => {
    const one = byName.get(name);
    if (!one || ordered.has(one)) return;
    for (const { parent } of parents.get(name) ?? []) add(parent);
    // The search finds events by their visits, and reports count them.
    if (name === 'events') add('visits');
    // The search finds attempts by the words of their messages.
    if (name === 'delivery_attempts') for (const messages of ['email_messages', 'sms_messages']) add(messages);
    ordered.add(one);
  };
  for (const { table } of tables) add(table);
  return [...ordered];
}

/** The columns by which rows of a table refer to others of the same. */
async function selfReferences(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.conrelid::regclass::text as table, array_agg(distinct a.attname::text) as columns
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'company_id'
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid = c.confrelid group by 1`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Refuses columns that are not of a backup, rows of another company, and values that would harm its readers. */
async function checkRows(work: Work, table: string, rule: TableRule, staged: number): Promise<void> {
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
    await checkJson(client, { table, range, keys });
  });
}

/** The columns that a restore writes, of those that the archive has. Refuses any that no backup has. */
async function knownColumns(
  client: pg.Client,
  table: string,
  rule: TableRule,
  archived: readonly string[],
): Promise<Column[]> {
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

async function columnsOf(
  client: pg.Client,
  table: string,
  rule: TableRule,
  archived: readonly string[],
): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname::text as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname = any($2) order by attnum`,
    [table, restoredColumns(rule).filter((column) => archived.includes(column))],
  );
  return rows;
}

/** Compares the rows of files with their bytes, and returns those without any. */
async function checkFiles({ client }: Work): Promise<{ lostFiles: string[]; lostFileCount: number }> {
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

/** Gives locations whose public names are taken here, or not allowed, the next free ones. */
async function freeAddresses(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string; name: string; urlName: string }>(
    `select line ->> 'id' as id, coalesce(line ->> 'name', '') as name, coalesce(line ->> 'url_name', '') as "urlName" from staged
    order by line ->> 'created_at', 1`,
  );
  const own = new Set<string>();
  const renamed: string[] = [];
  for (const { id, name, urlName } of rows) {
    const preferred = publicName.safeParse(urlName).success ? urlName : urlNameOf(name, 'studio');
    let free = preferred;
    for (let number = 2; own.has(free.toLowerCase()) || (await isTaken(client, free)); number++) {
      free = `${preferred.slice(0, 70)}-${number}`;
    }
    own.add(free.toLowerCase());
    if (free === urlName) continue;
    renamed.push(`${urlName.slice(0, 80)} → ${free}`);
    await client.query(
      `update staged set line = jsonb_set(line, '{url_name}', to_jsonb($2::text)) where line ->> 'id' = $1`,
      [id, free],
    );
  }
  return renamed;
}

async function isTaken(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select from locations where lower(url_name) = lower($1)', [name]);
  return rows.length > 0;
}

/** The person of a calendar comes back later. */
async function noteCalendars(client: pg.Client): Promise<void> {
  await client.query(`insert into their_calendars select r.user_id, r.id from ${stagedAs('calendars')}
    where r.user_id is not null on conflict do nothing`);
}

/**
 * The visit of each event, of several the first: the search finds the event by it. And what reports count of the event, as
 * the view `event_figures` has it (0040-figures-of-events.sql).
 */
async function noteVisits(work: Work): Promise<void> {
  const { client, archive, companyId } = work;
  if (!archive.tables.some(({ table }) => table === 'visit_parts')) return;
  const staged = await stage(work, 'visit_parts');
  const isCounted = `v.status in (${countedStatuses.map((status) => `'${status}'`).join(', ')})`;
  const text = `
    insert into their_visits
    select r.event_id, (array_agg(r.visit_id order by r.visit_id))[1], count(*) filter (where ${isCounted}),
      coalesce(sum(r.price) filter (where ${isCounted}), 0), coalesce(sum(r.price) filter (where v.status = 'completed'), 0)
    from ${stagedAs('visit_parts')} left join visits v on v.company_id = $3::uuid and v.id = r.visit_id
    where s.number between $1 and $2 and r.event_id is not null and r.visit_id is not null group by r.event_id
    on conflict (event) do update set visit = least(their_visits.visit, excluded.visit),
      counted_parts = their_visits.counted_parts + excluded.counted_parts,
      booked_price = their_visits.booked_price + excluded.booked_price,
      completed_price = their_visits.completed_price + excluded.completed_price`;
  await inSlices(work, { staged, size: slice.checked }, async (range) => {
    await client.query(prepared(text, [...range, companyId])).catch((error: unknown) => {
      throw asValueRefusal(error, 'visit_parts');
    });
  });
  await client.query('analyze their_visits');
}

/**
 * Inserts the staged rows, or puts them aside for their people. Returns how many. Rows that refer to others of their table
 * (`ownKeys`) are few, and are inserted together after these.
 */
async function insertRows(
  work: Work,
  table: string,
  rule: TableRule,
  { staged, ownKeys = [] }: { staged: number; ownKeys: string[] | undefined },
): Promise<number> {
  if (staged === 0) return 0;
  const { client, companyId, salt } = work;
  const { rows: keys } = await client.query<{ keys: string[] }>(
    'select array(select jsonb_object_keys(line)) as keys from staged limit 1',
  );
  const columns = await columnsOf(client, table, rule, keys[0]?.keys ?? []);
  const values = columns
    .filter(({ name }) => !(laterColumns[table] ?? []).includes(name))
    .map(({ name }) => ({ name, value: restoredValue(rule.mapped?.[name], name) }));
  for (const [name, value] of Object.entries(rule.filled ?? {})) values.push({ name, value });
  let count = 0;
  const insert = async (into: string, condition: string, range: [number, number]) => {
    // Every statement has all parameters.
    const text = `${into} from ${stagedAs(table)}
      where $1::uuid is not null and $2::text is not null and s.number between $3 and $4 and ${condition}`;
    const inserted = await client.query(prepared(text, [companyId, salt, ...range])).catch((error: unknown) => {
      throw asValueRefusal(error, table);
    });
    count += inserted.rowCount ?? 0;
  };
  const own = values.filter(({ name }) => name !== 'company_id' && name !== 'user_id');
  const line = own.map(({ name, value }) => `'${name}', ${value}`).join(', ');
  const putAside = `insert into waiting select r.user_id, '${table}', jsonb_build_object(${line})`;
  const names = values.map(({ name }) => `"${name}"`).join(', ');
  const into = `insert into "${table}" (${names}) select ${values.map(({ value }) => value).join(', ')}`;
  const conditions = [
    table === 'files' ? 'exists (select from present_files f where f.old = r.id)' : 'true',
    rule.waits ? 'r.user_id is null' : 'true',
  ].join(' and ');
  const refers = columns.filter(({ name }) => ownKeys.includes(name)).map(({ name }) => `r."${name}" is not null`);
  const refersToOwn = `(${refers.join(' or ') || 'false'})`;
  await inSlices(work, { staged, size: slice.inserted }, async (range) => {
    if (rule.waits) await insert(putAside, 'r.user_id is not null', range);
    await insert(into, `${conditions} and not ${refersToOwn}`, range);
  });
  if (refers.length > 0) await insert(into, `${conditions} and ${refersToOwn}`, [1, staged]);
  return count;
}

/** Columns that refer to rows of later tables. */
const laterColumns: Record<string, string[]> = { companies: ['geolocation_id', 'logo_id'] };

/** The value of a column for the archived row `r`; `$1` is the new company, `$2` the salt of new ids. */
function restoredValue(mapped: MappedTo | undefined, name: string): string {
  const value = `r."${name}"`;
  if (!mapped) return value;
  if (mapped === 'company') return '$1::uuid';
  if (mapped === 'person') return 'null::uuid';
  if (mapped === 'message') return `'<' || ${newId('r.id')} || '@restored>'`;
  if (mapped === 'file') return `(select ${newId('f.old')} from present_files f where f.old = ${value})`;
  return newId(value);
}

/** As `restoredId`. */
const newId = (old: string) => `md5($2::text || ${old}::text)::uuid`;

async function finishCompany(work: Work): Promise<void> {
  const { client, companyId, salt, archive } = work;
  const { tables } = archive;
  const has = (name: string) => tables.some(({ table }) => table === name);
  const rows = await stage(work, 'companies');
  if (rows !== 1) throw new RefusedArchive('values', 'companies');
  const place = has('geolocations') ? 'r.geolocation_id' : 'null';
  const logo = has('files') ? restoredValue('file', 'logo_id') : 'null';
  await client
    .query(
      `update companies c set geolocation_id = ${place}, logo_id = ${logo}
      from ${stagedAs('companies')} where c.id = $1::uuid and $2::text is not null`,
      [companyId, salt],
    )
    .catch((error: unknown) => {
      throw asValueRefusal(error, 'companies');
    });
}

/**
 * People wait with what is theirs until they accept an invitation, which has not been mailed yet; so do those who had not
 * accepted that of an earlier restore.
 */
async function restorePeople(work: Work): Promise<RestoredRows['people']> {
  const { client, archive, companyId, now } = work;
  if (archive.hasPeople) await stage(work, 'people');
  else await client.query('truncate staged');
  const { rows: wrong } = await client
    .query(
      `select from staged s cross join lateral jsonb_to_record(s.line) as p (${personColumns})
      where ${unfitPerson('p')} limit 1`,
    )
    .catch((error: unknown) => {
      throw asValueRefusal(error, 'people');
    });
  if (wrong.length > 0) throw new RefusedArchive('values', 'people');
  await client.query('create index on waiting (person); analyze waiting');
  const { rows } = await client
    .query<{ name: string; eMail: string }>(
      `with added as (
      insert into restored_people (company_id, id, log_in, first_name, last_name, language, calendar_id, belongings)
      select $1, p.id, p.log_in, coalesce(p.first_name, ''), coalesce(p.last_name, ''), coalesce(p.language, ''), k.calendar,
        (select jsonb_object_agg(w.table_name, w.lines) from (
          select table_name, jsonb_agg(line) as lines from waiting where person = p.id group by table_name) w)
      from staged s cross join lateral jsonb_to_record(s.line) as p (${personColumns})
      left join their_calendars k on k.person = p.id
      where exists (select from waiting w where w.person = p.id and w.table_name = 'employees')
      on conflict do nothing returning *),
    people as (
      -- The table as it was before this statement.
      select * from added union all select * from restored_people where company_id = $1),
    invited as (
      -- An invitation that expired when it was made has not been mailed. Nobody knows its token.
      insert into action_links (id, token_hash, purpose, company_id, e_mail, created_at, expires_at)
      select gen_random_uuid(), sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'invite', company_id,
        log_in, $2::timestamptz, $2::timestamptz from people
      on conflict do nothing returning token_hash, e_mail),
    placed as (
      insert into invitation_locations (company_id, token_hash, location_id)
      select distinct a.company_id, i.token_hash, (place ->> 'location_id')::uuid
      from invited i join people a on a.log_in = i.e_mail
      cross join lateral jsonb_array_elements(coalesce(a.belongings -> 'employee_locations', '[]')) place)
    select trim(concat_ws(' ', first_name, last_name)) as name, log_in as "eMail" from people order by 1, 2`,
      [companyId, now.toString()],
    )
    .catch((error: unknown) => {
      throw asValueRefusal(error, 'people');
    });
  return rows;
}

const personColumns = 'id uuid, log_in text, first_name text, last_name text, language text';
