// Prepares the database before anything is served: waits until it is reachable, checks the server, applies migrations.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseUnavailable, refusesSettings } from './database-away.ts';
import { type Migrated, migrate } from './migrate.ts';

/** The oldest PostgreSQL major version that supports the migrations. */
const minMajorVersion = 15;
/** How long to wait for a database that is starting (ms). */
const connectTimeout = 15_000;
const retryDelay = 500;

/**
 * Migrates the database to the newest version, and returns what has changed. Throws an error with one line for the
 * operator on failure.
 */
export async function migrateDatabase(
  connect: () => Promise<pg.Client>,
  log: (line: string) => void,
): Promise<Migrated> {
  const client = await connectWithRetry(connect, log);
  try {
    await assertSupportedServer(client);
    const migrated = await migrate(client);
    const { migrations, objects } = migrated;
    if (migrations.length > 0) log(`Database migrated (${migrations.length} migrations).`);
    else if (objects.length > 0) log(`Database functions updated (${objects.length}).`);
    return migrated;
  } finally {
    await client.end();
  }
}

/** Waits for a database that is starting. Throws an error with one line for the operator when it is refused. */
export async function connectWithRetry(
  connect: () => Promise<pg.Client>,
  log: (line: string) => void,
): Promise<pg.Client> {
  const deadline = performance.now() + connectTimeout;
  for (let attempts = 0; ; attempts++) {
    try {
      return await connect();
    } catch (caught) {
      // Connecting throws an Error; an AggregateError for several addresses has no message.
      const error = caught as Error & { code?: string };
      const reason = error.message || error.code;
      // The process has words for it, and so has the check of the addresses.
      if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN' || refusesSettings(error)) throw error;
      if (!isDatabaseUnavailable(error))
        throw new Error(`The database refuses the connection: ${reason}`, { cause: error });
      if (performance.now() > deadline) throw new Error(`The database cannot be reached: ${reason}`, { cause: error });
      if (attempts === 0) log(`Waiting for the database (${reason}) …`);
      await sleep(retryDelay);
    }
  }
}

interface ServerFacts {
  version: number;
  encoding: string;
  mayCreate: boolean;
  user: string;
  name: string;
}

async function assertSupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as "mayCreate", current_user as user, current_database() as name`);
  const facts = rows[0];
  if (!facts) return;
  const { version, encoding, mayCreate, user, name } = facts;
  if (version < minMajorVersion) {
    throw new Error(`The database is PostgreSQL ${version}; Daybook needs ${minMajorVersion} or newer.`);
  }
  if (encoding !== 'UTF8') {
    throw new Error(`The database "${name}" has the encoding ${encoding}; Daybook needs UTF8.`);
  }
  if (!mayCreate) {
    throw new Error(
      `The database user "${user}" may not make tables and schemas in "${name}". Run once, as a superuser: alter database "${name}" owner to "${user}"`,
    );
  }
}
