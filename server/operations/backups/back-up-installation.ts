// Writes the whole installation into an archive: every table in one snapshot, the files, and the key of its secrets.
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/lib/config.ts';
import { type ArchivePart, sizeOfFile, verifyArchive, writeArchive } from '#server/lib/files/archive.ts';
import type { FileStore } from '#server/lib/files/file-store.ts';
import { noneIfAbsent } from '#server/lib/files/none-if-absent.ts';
import { copyOut } from '#server/operations/archives/copy-rows.ts';

export const installationFormat = 'daybook-installation';
/** Changes with the layout of the archive, not with the tables: those are named by the migrations. */
export const installationVersion = 1;
export const keyName = 'secret.key';

/** The facts that the manifest states besides its entries. */
export interface InstallationFacts {
  format: string;
  version: number;
  madeAt: string;
  migrations: string[];
  /** Every table with its columns in the order of its rows. */
  tables: Record<string, string[]>;
  sequences: { name: string; value: string; isCalled: boolean }[];
  /**
   * Where the key of its secrets is: in the archive, with the operator, lost, or nowhere, because it has no secret yet.
   */
  key: 'archive' | 'SECRET_KEY' | 'lost' | 'none';
  /** Ids of files whose bytes were not there. */
  missingFiles: string[];
}

export interface BackedUp {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  key: InstallationFacts['key'];
  /** How many files have lost their bytes. */
  missingFiles: number;
}

/**
 * Writes to `path`, which must not exist. Daybook may run meanwhile: the tables are those of one moment. Until the
 * archive is complete and was read again, it is called `path.part`. Throws for a key, a folder or a file that is there
 * but cannot be read; files of which there is only the row are counted and named in the archive.
 */
export async function backUpInstallation(
  { connect, files, config }: { connect: () => Promise<pg.Client>; files: FileStore; config: Config },
  path: string,
): Promise<BackedUp> {
  if (await stat(path).catch(() => undefined)) throw new Error(`${path} exists already. Choose another name.`);
  if (!(await stat(dirname(path)).catch(() => undefined))) throw new Error(`The folder of ${path} does not exist.`);
  const part = `${path}.part`;
  await rm(part, { force: true });
  const counts = { tables: 0, rows: 0, files: 0 };
  const client = await connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const facts = await readFacts(client);
    const expected = await idsOfFiles(client);
    const hasSecrets = await isSealed(client);
    const about = () => facts;
    async function* parts(): AsyncGenerator<ArchivePart> {
      for (const [table, columns] of Object.entries(facts.tables)) {
        const counted = { rows: 0 };
        yield {
          name: `tables/${table}.copy`,
          content: copyOut(client, `copy ${copied(table, columns)} to stdout`, counted),
          counted,
        };
        counts.tables++;
        counts.rows += counted.rows;
      }
      await client.query('commit');
      const key = config.secretKey ? undefined : await readKey(config);
      if (key) yield { name: keyName, content: only(key) };
      facts.key = hasSecrets ? 'lost' : 'none';
      if (key) facts.key = 'archive';
      if (config.secretKey) facts.key = 'SECRET_KEY';
      for await (const name of files.keys()) {
        const content = await files.read(name);
        // Deleted meanwhile.
        if (!content) continue;
        counts.files++;
        expected.delete(name);
        yield { name: `files/${name}`, content, isPacked: true };
      }
      facts.missingFiles = await stillThere(client, expected);
    }
    await writeArchive(part, parts(), about);
    await verifyArchive(part);
    await rename(part, path);
    const { key, missingFiles } = facts;
    return { ...counts, bytes: await sizeOfFile(path), key, missingFiles: missingFiles.length };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Undefined when there is none. Without the key, no one can read the secrets of the archive again. */
export async function readKey({ dataDir }: Config): Promise<Buffer | undefined> {
  try {
    return await readFile(join(dataDir, keyName)).catch(noneIfAbsent);
  } catch (error) {
    throw new Error(`The key of secrets cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** Whether any secret is stored that needs the key, as `sealSecret` makes them. */
async function isSealed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select attrelid::regclass::text as table, quote_ident(attname) as column from pg_attribute
    where atttypid = 'bytea'::regtype and attnum > 0 and not attisdropped
      and attname in ('hook_secret', 'password', 'private_key', 'secret', 'token')
      and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')`);
  for (const { table, column } of rows) {
    const found = await client.query(
      `select from ${table} where octet_length(${column}) > 28 and get_byte(${column}, 0) = 1 limit 1`,
    );
    if (found.rowCount) return true;
  }
  return false;
}

async function idsOfFiles(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select id from files');
  return new Set(rows.map(({ id }) => id));
}

/** Of the files, those that were not deleted since the snapshot. */
async function stillThere(client: pg.Client, ids: ReadonlySet<string>): Promise<string[]> {
  if (ids.size === 0) return [];
  const { rows } = await client.query<{ id: string }>('select id from files where id = any($1::uuid[]) order by id', [
    [...ids],
  ]);
  return rows.map(({ id }) => id);
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function readFacts(client: pg.Client): Promise<InstallationFacts> {
  const { rows: present } = await client.query("select to_regclass('public.migrations') is not null as found");
  if (!present[0]?.found) throw new Error('The database is empty: there is nothing to back up.');
  const { rows: migrations } = await client.query<{ name: string }>('select name from migrations order by name');
  const { rows: sequences } = await client.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const values: InstallationFacts['sequences'] = [];
  for (const { name } of sequences) {
    const { rows } = await client.query(`select last_value::text as value, is_called as "isCalled" from ${name}`);
    values.push({ name, ...rows[0] });
  }
  return {
    format: installationFormat,
    version: installationVersion,
    madeAt: Temporal.Now.instant().toString(),
    migrations: migrations.map(({ name }) => name),
    tables: await tablesOf(client),
    sequences: values,
    key: 'none',
    missingFiles: [],
  };
}

/** Every table with its columns, except those that the database computes, and except those that say which migrations and SQL files are applied. */
export async function tablesOf(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('migrations', 'applied_sql')
    group by c.relname order by c.relname`);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

/** The table and its columns as COPY names them. */
export function copied(table: string, columns: readonly string[]): string {
  return `"${table}" (${columns.map((column) => `"${column}"`).join(', ')})`;
}
