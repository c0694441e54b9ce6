// Applies the SQL files of functions, triggers and views: only the objects whose text changed, in one transaction.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { SqlObject } from './sql-files.ts';
import { sqlVersion } from './sql-version.ts';

/** The objects of the files that a database has: the digest of each by its id. None in a new database. */
export interface AppliedSql {
  version: number;
  objects: Record<string, string>;
}

interface Task {
  declared: readonly SqlObject[];
  applied: AppliedSql;
  /** Drops applied objects that are no longer declared. */
  drops: boolean;
}

/**
 * Running processes queue behind a table lock that waits. These limits (ms) hold them up for less than a second;
 * between two attempts they proceed. The first is for the locks of all tables together, the second for each other lock.
 */
const tableLocksTimeout = 500;
const lockTimeout = 200;
/** When transactions hold a table for longer than this (ms), the start fails. */
const attemptsTimeout = 10 * 60_000;
/** Lock timeout, statement timeout, deadlock. */
const busyCodes = ['55P03', '57014', '40P01'];
/** Another result, or other names or types of parameters or columns. */
const redefinedCodes = ['42P13', '42P16'];

/**
 * Creates or replaces the declared objects whose text differs from the applied one, and those that are missing. Stores
 * the texts' digests and returns the ids of the objects that changed. Throws if an object cannot be created or dropped,
 * or if other transactions hold a table for ten minutes.
 */
export async function applySql(client: pg.ClientBase, task: Task): Promise<string[]> {
  const deadline = performance.now() + attemptsTimeout;
  for (;;) {
    try {
      await client.query('begin');
      const changed = await change(client, task);
      await client.query('commit');
      return changed;
    } catch (error) {
      await client.query('rollback');
      if (!busyCodes.includes(codeOf(error)) || performance.now() > deadline) throw error;
      await sleep(200 + Math.random() * 800);
    }
  }
}

async function change(client: pg.ClientBase, { declared, applied, drops }: Task): Promise<string[]> {
  const live = await liveObjects(client);
  const changed = declared.filter(({ id, digest }) => applied.objects[id] !== digest || !live.has(id));
  const ids = new Set(declared.map(({ id }) => id));
  const former = drops ? Object.keys(applied.objects).filter((id) => !ids.has(id)) : [];
  const dropped = former.filter((id) => live.has(id));

  await client.query(`set local lock_timeout = ${lockTimeout}`);
  const replaced = changed.filter(({ id }) => !isTrigger(id));
  if (replaced.some(({ id }) => live.has(id))) for (const object of replaced) await replace(client, object);
  else await create(client, replaced);
  // A function or view that was dropped to be redefined has taken with it those that depend on it.
  const left = await liveObjects(client);
  const lost = declared.filter(({ id }) => !left.has(id));
  await create(
    client,
    lost.filter(({ id }) => !isTrigger(id)),
  );

  // Triggers lock their tables: all at once, and not for long.
  const triggers = declared.filter(
    (object) => isTrigger(object.id) && (changed.includes(object) || lost.includes(object)),
  );
  const endedTriggers = dropped.filter((id) => isTrigger(id) && left.has(id));
  await client.query(`set local statement_timeout = ${tableLocksTimeout}`);
  await lockTables(client, 'share row exclusive', tablesOf(triggers.map(({ id }) => id)));
  await lockTables(client, 'access exclusive', tablesOf(endedTriggers));
  await client.query("set local statement_timeout = '10min'");
  await create(client, triggers);
  const ended = [...endedTriggers, ...dropped.filter((id) => !isTrigger(id) && left.has(id))];
  const objects = { ...applied.objects, ...Object.fromEntries(declared.map(({ id, digest }) => [id, digest])) };
  for (const id of former) delete objects[id];
  await client.query(`
    ${ended.map((id) => `drop ${id};`).join(' ')}
    insert into applied_sql (version, objects) values (${sqlVersion.number}, ${pg.escapeLiteral(JSON.stringify(objects))})
    on conflict (is_only) do update set version = excluded.version, objects = excluded.objects, applied_at = now()`);
  return [...changed.map(({ id }) => id), ...dropped];
}

const isTrigger = (id: string) => id.startsWith('trigger ');

async function lockTables(client: pg.ClientBase, mode: string, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await client.query(`lock table ${tables.join(', ')} in ${mode} mode`);
}

function tablesOf(ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => /^trigger \w+ on (\w+)$/.exec(id)?.[1] ?? []))].sort();
}

/** Creates objects by one query, whose error names the object at its position. */
async function create(client: pg.ClientBase, objects: readonly SqlObject[]): Promise<void> {
  if (objects.length === 0) return;
  try {
    await client.query(objects.map(({ text }) => text).join('\n'));
  } catch (error) {
    let left = Number((error as { position?: string }).position ?? 0);
    for (const object of objects) {
      left -= object.text.length + 1;
      if (left <= 0) throw failure(object, error);
    }
    throw error;
  }
}

/** Replaces an object in place, so that its dependents remain; where its new definition needs that, drops it first. */
async function replace(client: pg.ClientBase, object: SqlObject): Promise<void> {
  const [kind, name = ''] = object.id.split(' ');
  const before = await signaturesOf(client, name);
  await client.query('savepoint replacing');
  try {
    await client.query(object.text);
  } catch (error) {
    if (!redefinedCodes.includes(codeOf(error))) throw failure(object, error);
    await client.query('rollback to savepoint replacing');
    await client.query(`drop ${kind} ${name} cascade`);
    await create(client, [object]);
    return;
  }
  if (kind !== 'function' && kind !== 'procedure') return;
  // With other parameters, it has become a second function of this name.
  const after = await signaturesOf(client, name);
  if (after.length < 2) return;
  for (const signature of before) await client.query(`drop ${kind} ${signature} cascade`);
}

async function signaturesOf(client: pg.ClientBase, name: string): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
    [name],
  );
  return rows.map(({ signature }) => signature);
}

/** The ids of all functions, procedures, views and triggers, but those of extensions. */
export async function liveObjects(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(`
    select case p.prokind when 'p' then 'procedure ' else 'function ' end || p.proname as id from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select 'view ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all
    select 'trigger ' || t.tgname || ' on ' || c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`);
  return new Set(rows.map(({ id }) => id));
}

function failure(object: SqlObject, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const failed = new Error(`${object.path} (${object.id}) failed: ${message}`, { cause: error });
  // A lock that is busy stays one.
  return Object.assign(failed, { code: codeOf(error) });
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}
