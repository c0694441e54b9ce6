// Writes the whole installation into an archive: every table in one snapshot, the files, and the key of its secrets.
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/lib/config.ts';
import { type ArchivePart, sizeOfFile, verifyArchive, writeArchive } from '#server/lib/files/archive.ts';
import type { FileStore } from '#server/lib/files/file-store.ts';
import { copyOut } from './copy-rows.ts';

export const installationFormat = 'daybook-installation';
/** Changes with the layout of the archive, not with the tables: those are named by the migrations. */
export const installationVersion = 1;
export const keyName = 'secret.key';

/** What the manifest says besides its entries. */
export interface InstallationFacts {
  format: string;
  version: number;
  madeAt: string;
  migrations: string[];
  /** Every table with its columns in the order of its rows. */
  tables: Record<string, string[]>;
  sequences: { name: string; value: string; isCalled: boolean }[];
}

export interface BackedUp {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
}

/**
 * Writes to `path`, which must not exist. Daybook may run meanwhile: the tables are those of one moment. Until the
 * archive is complete and was read again, it is called `path.part`.
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
      const key = config.secretKey ? undefined : await readFile(join(config.dataDir, keyName)).catch(() => undefined);
      if (key) yield { name: keyName, content: only(key) };
      for await (const name of files.keys()) {
        const content = await files.read(name);
        // Deleted meanwhile.
        if (!content) continue;
        counts.files++;
        yield { name: `files/${name}`, content, isPacked: true };
      }
    }
    await writeArchive(part, parts(), about);
    await verifyArchive(part);
    await rename(part, path);
    return { ...counts, bytes: await sizeOfFile(path) };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
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
  };
}

/** Every table with its columns, except those that the database computes, and except the list of migrations. */
export async function tablesOf(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    group by c.relname order by c.relname`);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

/** The table and its columns as COPY names them. */
export function copied(table: string, columns: readonly string[]): string {
  return `"${table}" (${columns.map((column) => `"${column}"`).join(', ')})`;
}
