// Connects to the operator's database server, or starts the embedded one.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Embedded, openEmbedded } from './db/embedded/embedded.ts';
import type { Addresses } from './db/pool.ts';
import type { Config } from './lib/config.ts';
import { closers, isStopping, print } from './run-process.ts';

/**
 * `onWarning` is called with each line that the operator should read. `existing`: there must be a database in
 * `DATA_DIR` already; a command with a mistyped folder would find a new, empty one.
 */
export async function openServer(
  config: Config,
  { onWarning, existing = false }: { onWarning?: (line: string) => void; existing?: boolean } = {},
): Promise<Addresses> {
  if (config.databaseUrl) return addressesOf(config.databaseUrl, config.databaseAddresses);
  if (existing && !(await hasDatabase(config.dataDir))) throw noDatabase(config.dataDir);
  const warn = (line: string) => {
    print(line);
    if (!isStopping()) onWarning?.(line);
  };
  const opening = openEmbedded({ dataDir: config.dataDir, log: { info: print, warn } });
  // If it does not open, there is nothing to stop; the start reports the error.
  const opened = opening.catch((): Embedded | undefined => undefined);
  closers.push({ timeout: 9_000, close: async () => (await opened)?.stop() });
  try {
    const { connection } = await opening;
    return { write: connection, read: connection, direct: connection, isPooled: false };
  } catch (error) {
    if (!(error instanceof Error && 'path' in error)) throw error;
    throw new Error(`DATA_DIR ${config.dataDir} cannot be used: ${error.message}`, { cause: error });
  }
}

function addressesOf(url: string, { isPooled, read, direct }: Config['databaseAddresses']): Addresses {
  const at = (address: string | undefined) => ({ connectionString: address ?? url });
  return { write: at(undefined), read: at(read), direct: at(direct), isPooled };
}

async function hasDatabase(dataDir: string): Promise<boolean> {
  // The installation renames the folder when it is complete.
  return (await stat(join(dataDir, 'postgres/data')).catch(() => undefined)) !== undefined;
}

/** For the operator, in one line. */
export function noDatabase(place: string): Error {
  return new Error(`There is no Daybook database in ${place}.`);
}
