// Finds the embedded PostgreSQL that another process runs in a data folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { OWNER_ROLE, PORT } from './cluster.ts';
import type { Embedded } from './embedded.ts';

/** Returns how to connect to it; undefined when none answers. */
export async function findRunning(dataDir: string): Promise<Embedded['connection'] | undefined> {
  const host = await readFile(join(dataDir, 'postgres/socket-folder'), 'utf8').catch(() => undefined);
  if (!host) return undefined;
  const connection = { host, port: PORT, user: OWNER_ROLE, database: OWNER_ROLE };
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return connection;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
