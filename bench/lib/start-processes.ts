// Starts several processes of the product, as `npm start` does, on the database of the world.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { spawnAsStarted } from './child.ts';
import type { World } from './world.ts';

export interface Processes {
  urls: string[];
  close(): Promise<void>;
}

/** One after the other; each has few connections, so that all have room. */
export async function startProcesses(
  world: World,
  count: number,
  settings: Record<string, string>,
): Promise<Processes> {
  const env = {
    ...process.env,
    DATABASE_URL: world.embedded.url,
    DATABASE_POOL: '5',
    DATA_DIR: world.services.config.dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '0',
    BOOKINGS_PER_MINUTE: '0',
    // A bench measures a loaded process; it must not be refused.
    MAX_DELAY_MS: '0',
    ...settings,
  };
  const running: { url: string; stop: () => Promise<void> }[] = [];
  for (let i = 0; i < count; i++) {
    const child = await spawnAsStarted('server/main.ts', ['--as-built'], { env });
    const ended = once(child, 'exit');
    // A failed benchmark must not leave its servers behind.
    process.on('exit', () => child.kill('SIGKILL'));
    let url = '';
    for await (const line of createInterface(child.stdout)) {
      url = /^Daybook is at (\S+)$/.exec(line)?.[1] ?? url;
      if (line.startsWith('Stop with')) break;
    }
    child.stdout.resume();
    if (!url) throw new Error('A process did not start.');
    running.push({
      url: url.replace('localhost', '127.0.0.1'),
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    });
  }
  return {
    urls: running.map(({ url }) => url),
    close: async () => void (await Promise.all(running.map(({ stop }) => stop()))),
  };
}
