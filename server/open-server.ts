// Connects to the operator's database server, or starts the embedded one.
import { type Embedded, openEmbedded } from './db/embedded/embedded.ts';
import type { Connection } from './db/pool.ts';
import type { Config } from './lib/config.ts';
import { closers, isStopping, print } from './run-process.ts';

/** `onWarning` is called with each line that the operator should read. */
export async function openServer(config: Config, onWarning?: (line: string) => void): Promise<Connection> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const warn = (line: string) => {
    print(line);
    if (!isStopping()) onWarning?.(line);
  };
  const opening = openEmbedded({ dataDir: config.dataDir, log: { info: print, warn } });
  // If it does not open, there is nothing to stop; the start reports the error.
  const opened = opening.catch((): Embedded | undefined => undefined);
  closers.push({ timeout: 9_000, close: async () => (await opened)?.stop() });
  try {
    return (await opening).connection;
  } catch (error) {
    if (!(error instanceof Error && 'path' in error)) throw error;
    throw new Error(`DATA_DIR ${config.dataDir} cannot be used: ${error.message}`, { cause: error });
  }
}
