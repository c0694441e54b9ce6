// Tries the way from an earlier version to this one: `node tools/try-upgrade.ts REF`, with a tag or a commit. The
// earlier version makes an archive of its demo and restores it; this one migrates, verifies the books, and serves.
// docs/guides/upgrade.md has the last result.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { findRunning } from '#server/db/embedded/find-running.ts';

const top = join(import.meta.dirname, '..');
const [ref = ''] = process.argv.slice(2);
const work = await mkdtemp('/tmp/daybook-upgrade-');
// PostgreSQL's system user passes through it.
await chmod(work, 0o711);
const former = join(work, 'former');
const git = (...args: string[]) => execFileSync('git', ['-C', top, ...args], { encoding: 'utf8' });
const settings = { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', DEMO: '0' };

try {
  git('worktree', 'add', '--detach', former, ref);
  execFileSync('npm', ['ci'], { cwd: former, stdio: 'ignore' });
  const [made, restored] = [join(work, 'made'), join(work, 'restored')];
  const archive = join(work, 'archive.zip');
  await whileServing(former, { DATA_DIR: made, DEMO: '1' }, () =>
    run(former, made, 'server/backup.ts', 'backup', archive),
  );
  run(former, restored, 'server/backup.ts', 'restore', archive);
  const before = await whileServing(former, { DATA_DIR: restored }, () => countRows(restored));
  run(top, restored, 'server/main.ts', '--migrate');
  run(top, restored, 'server/main.ts', '--verify-books');
  await whileServing(top, { DATA_DIR: restored }, async (url) => {
    for (const path of ['/', '/readyz']) assert.equal((await fetch(url + path)).status, 200, path);
    const after = await countRows(restored);
    for (const [table, count] of before) {
      const now = after.get(table);
      if (now !== count) console.log(`${table}: ${count} rows, now ${now ?? 'no such table'}`);
    }
    console.log(`${before.size} tables with ${sum(before)} rows became ${after.size} with ${sum(after)}.`);
  });
} finally {
  git('worktree', 'remove', '--force', former);
  await rm(work, { recursive: true, force: true });
}

function run(folder: string, DATA_DIR: string, file: string, ...args: string[]): void {
  const node = join(folder, 'node_modules/.bin/node');
  const output = execFileSync(node, [file, ...args], { cwd: folder, env: { ...settings, DATA_DIR }, encoding: 'utf8' });
  console.log(`${folder === top ? 'this version' : ref}: ${args[0]}: ${output.trim().replaceAll('\n', ' ')}`);
}

async function whileServing<T>(
  folder: string,
  env: Record<string, string>,
  act: (url: string) => T,
): Promise<Awaited<T>> {
  const child = spawn(join(folder, 'node_modules/.bin/node'), ['server/main.ts'], {
    cwd: folder,
    env: { ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    let url = '';
    for await (const line of createInterface(child.stdout)) {
      url = /^Daybook is at (\S+)$/.exec(line)?.[1] ?? url;
      if (line.startsWith('Stop with')) break;
    }
    child.stdout.resume();
    assert.ok(url, `${folder} serves`);
    return await act(url);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** The rows of each table but those that each start writes. */
async function countRows(dataDir: string): Promise<Map<string, number>> {
  const running = await findRunning(dataDir);
  assert.ok(running, 'its database runs');
  const client = new pg.Client(running);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'logs')",
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
    counts.set(name, rows[0]?.count ?? 0);
  }
  await client.end();
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((total, count) => total + count, 0);
}
