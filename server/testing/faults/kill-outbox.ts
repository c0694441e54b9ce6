// Kills processes that send mail, again and again, and starts others.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('outbox-process.ts', import.meta.url));

export interface KillOptions {
  databaseUrl: string;
  smtpUrl: string;
  dataDir: string;
  /** How often each of the processes is killed. */
  kills: number;
  processes: number;
  /** Resolves when a process has been at work for long enough. */
  atWork: () => Promise<void>;
}

/** Runs some processes at the same time, and kills each of them with signal 9 while it sends. */
export async function killOutbox({ kills, processes, atWork, ...given }: KillOptions): Promise<void> {
  await Promise.all(
    Array.from({ length: processes }, async () => {
      for (let kill = 0; kill < kills; kill++) {
        const child = start(given);
        const ended = once(child, 'exit');
        await once(child.stdout ?? child, 'data');
        await atWork();
        child.kill('SIGKILL');
        await ended;
      }
    }),
  );
}

function start({
  databaseUrl,
  smtpUrl,
  dataDir,
}: Pick<KillOptions, 'databaseUrl' | 'smtpUrl' | 'dataDir'>): ChildProcess {
  return spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl, DATA_DIR: dataDir, DEMO: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
