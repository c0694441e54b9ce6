// The process that runs the tests' PostgreSQL while it has users: `node server-keeper.ts <folder>`.
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { lockFolder } from '#server/db/embedded/lock.ts';
import { keeperSocket, removeDatabase } from './server-folder.ts';

/** Test files run in sequence, each in its own process: the server waits this long for the next one. */
const GRACE_MS = 2000;

const [folder = ''] = process.argv.slice(2);
const unlock = lockKeeper();
await removeDatabase(folder);
const database = await openEmbedded({
  dataDir: folder,
  log: { info() {}, warn: console.error },
  // The data is disposable: it need not survive a crash.
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    max_connections: '300',
    // Autovacuum would analyze tables in some runs and not in others, and plans follow.
    autovacuum: 'off',
  },
});

let users = 0;
let idle = setTimeout(stop, GRACE_MS);
const keeper = createServer((user) => {
  users += 1;
  clearTimeout(idle);
  user.on('error', () => {});
  user.on('close', () => {
    users -= 1;
    if (users === 0) idle = setTimeout(stop, GRACE_MS);
  });
  user.resume();
  user.write(`${JSON.stringify(database.connection)}\n`);
});
await rm(keeperSocket(folder), { force: true });
keeper.listen(keeperSocket(folder));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);

/** Only one keeper stays; the others end quietly, and their users find the first one. */
function lockKeeper(): () => void {
  try {
    return lockFolder(folder);
  } catch {
    process.exit();
  }
}

async function stop(): Promise<void> {
  // From here on a new user finds no keeper, and starts the next one.
  keeper.close();
  await database.stop();
  await removeDatabase(folder);
  await writeFile(join(folder, 'keeper.log'), '');
  unlock();
  process.exit();
}
