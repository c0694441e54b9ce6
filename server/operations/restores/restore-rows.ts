// Restores the rows of an archive into a new company, in the transaction of one connection.
import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { countedStatuses } from '#contract/booking/visit-states.ts';
import { publicName } from '#contract/public-names.ts';
import { urlNameOf } from '#server/identity/memberships/url-name.ts';
import {
  companyTables,
  type MappedTo,
  restoredColumns,
  type TableRule,
} from '#server/operations/archives/company-tables.ts';
import { type CompanyArchive, RefusedArchive } from '#server/operations/archives/read-company-archive.ts';
import { checkFiles, checkRows, columnsOf } from './check-rows.ts';
import { addFormerPayments, convertFormerReceipts } from './former-receipts.ts';
import { mapBelongings, mapCampaigns } from './map-ids-in-json.ts';
import { orderTables, selfReferences } from './order-of-tables.ts';
import { type RestoredPerson, restorePeople } from './restore-people.ts';
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
  people: RestoredPerson[];
  /** Names of files without bytes. */
  lostFiles: string[];
  lostFileCount: number;
  /** Addresses that changed: `old → new`. */
  renamed: string[];
  locations: number;
}

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
    create temp table their_payments (receipt uuid not null, method text, amount numeric) on commit drop;
    create temp table waiting (person uuid not null, table_name text not null, line jsonb not null) on commit drop`);
  await client.query(
    `insert into present_files select f.id, f.size, f.sha256, f.kind
    from jsonb_to_recordset($1::jsonb) as f (id uuid, size bigint, sha256 text, kind text)`,
    [JSON.stringify(archive.files)],
  );
  const ownKeys = await selfReferences(client);
  const counts = new Map<string, { rows: number; restored: number }>();
  const found = { lostFiles: [] as string[], lostFileCount: 0, renamed: [] as string[] };
  for (const { table, rows } of await orderTables(client, archive)) {
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
    await convertFormerReceipts(work, table, staged);
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
    if (table === 'receipts') await addFormerPayments(work);
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
 * The visit of each event, of several the first: the search finds the event by it. And what reports count of the event,
 * as the view `event_figures` has it (server/booking/sql/event-figures.sql).
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
 * Inserts the staged rows, or puts them aside for their people. Returns how many. Rows that refer to others of their
 * table (`ownKeys`) are few, and are inserted together after these.
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
    .map(({ name }) => ({ name, value: rule.restored?.[name] ?? restoredValue(rule.mapped?.[name], name) }));
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
