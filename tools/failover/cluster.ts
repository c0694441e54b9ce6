// Three PostgreSQL servers under Patroni, one etcd and HAProxy in front, on loopback: for `try-failover.ts`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serverProcesses } from '#server/db/embedded/process.ts';

const firstPort = 25_400;
const front = firstPort;
const etcd = { client: firstPort + 1, peer: firstPort + 2 };
const names = ['one', 'two', 'three'] as const;
export type NodeName = (typeof names)[number];

const at = (port: number) => `http://127.0.0.1:${port}`;

/** How long a primary keeps its role without a sign of life (s). */
export const lease = 15;
const healthTimeout = 180_000;

export interface Cluster {
  /** For DATABASE_URL: through HAProxy, to the primary. */
  url: string;
  connection: { host: string; port: number; user: string; database: string };
  versions: string[];
  /** Waits until there is a primary, and both standbys follow, one of them synchronously. Returns its name. */
  healthy(): Promise<NodeName>;
  /** The name of the primary, if there is one. */
  primary(): Promise<NodeName | undefined>;
  /** As if its machine lost power: Patroni and PostgreSQL. */
  kill(name: NodeName): Promise<void>;
  start(name: NodeName): void;
  /** Stops its processes until the returned function is called. */
  freeze(name: NodeName): Promise<() => void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Place {
  postgres: number;
  rest: number;
  folder: string;
  data: string;
}

export async function openCluster(): Promise<Cluster> {
  const folder = await mkdtemp('/tmp/daybook-failover-');
  await chmod(folder, 0o755);
  const account = postgresAccount();
  const binaries = execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | tail -1'], { encoding: 'utf8' }).trim();
  const give = async (path: string) => account && chown(path, account.uid, account.gid);
  const started = new Map<string, ChildProcess>();
  const run = (name: string, program: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const env = { PATH: `${binaries}:/usr/sbin:/usr/bin:/bin`, LC_ALL: 'C', HOME: folder };
    const child = spawn(program, args, { cwd: '/', env, stdio: ['ignore', log, log], ...account });
    started.set(name, child);
  };
  const end = async (name: string) => {
    const child = started.get(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  const places = {} as Record<NodeName, Place>;
  for (const [index, name] of names.entries()) {
    const own = join(folder, name);
    const [postgres, rest] = [firstPort + 10 + index, firstPort + 20 + index];
    places[name] = { postgres, rest, folder: own, data: join(own, 'data') };
    await mkdir(own, { mode: 0o700 });
    await writeFile(join(own, 'patroni.yml'), patroniYaml(name, places[name], binaries));
    await give(own);
    await give(join(own, 'patroni.yml'));
  }
  const etcdData = join(folder, 'etcd');
  await mkdir(etcdData, { mode: 0o700 });
  await give(etcdData);
  run('etcd', '/usr/bin/etcd', [
    ...['--data-dir', etcdData, '--enable-v2=true'],
    ...['--listen-client-urls', at(etcd.client), '--advertise-client-urls', at(etcd.client)],
    ...['--listen-peer-urls', at(etcd.peer), '--initial-advertise-peer-urls', at(etcd.peer)],
    ...['--initial-cluster', `default=${at(etcd.peer)}`],
  ]);
  await writeFile(join(folder, 'haproxy.cfg'), haproxyConfig(places));
  run('haproxy', '/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
  const start = (name: NodeName) => run(name, '/usr/bin/patroni', [join(places[name].folder, 'patroni.yml')]);
  const processesOf = async (name: NodeName) => {
    const patroni = started.get(name)?.pid;
    return [...(patroni ? [patroni] : []), ...(await serverProcesses(places[name].data))];
  };

  const { members, primary } = askers(places);
  const healthy = async () => {
    for (const until = performance.now() + healthTimeout; performance.now() < until; await sleep(500)) {
      const found = await members();
      const running = found.filter(({ state }) => /^(running|streaming)$/.test(state));
      const leader = running.find(({ role }) => role === 'leader');
      if (leader && running.length === 3 && running.some(({ role }) => role === 'sync_standby')) {
        if ((await primary()) === leader.name) return leader.name;
      }
    }
    throw new Error(`The cluster does not recover: ${JSON.stringify(await members())}; logs in ${folder}`);
  };

  start('one');
  const postgresVersion = await makeDatabase(places.one.postgres, primary);
  start('two');
  start('three');

  return {
    url: `postgres://daybook@127.0.0.1:${front}/daybook`,
    connection: { host: '127.0.0.1', port: front, user: 'daybook', database: 'daybook' },
    versions: [
      `PostgreSQL ${postgresVersion}`,
      firstLine('/usr/bin/patroni', '--version'),
      firstLine('/usr/bin/etcd', '--version'),
      firstLine('/usr/sbin/haproxy', '-v').replace(/ - .*/, ''),
    ],
    healthy,
    primary,
    async kill(name) {
      for (const pid of await processesOf(name)) killQuietly(pid, 'SIGKILL');
      await end(name);
    },
    start,
    async freeze(name) {
      const frozen = await processesOf(name);
      for (const pid of frozen) killQuietly(pid, 'SIGSTOP');
      return () => {
        for (const pid of frozen) killQuietly(pid, 'SIGCONT');
      };
    },
    async [Symbol.asyncDispose]() {
      // Patroni first: it would start its server again.
      for (const name of [...names, 'haproxy', 'etcd']) await end(name);
      for (const name of names) for (const pid of await serverProcesses(places[name].data)) killQuietly(pid, 'SIGKILL');
      await sleep(500);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for the first primary, and returns its version. */
async function makeDatabase(port: number, primary: () => Promise<NodeName | undefined>): Promise<string> {
  for (const until = performance.now() + 60_000; !(await primary()); await sleep(200)) {
    if (performance.now() > until) throw new Error('There is no primary.');
  }
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  await admin.connect();
  await admin.query('create role daybook login createrole');
  await admin.query('create database daybook owner daybook');
  const { rows } = await admin.query('show server_version');
  await admin.end();
  return rows[0].server_version;
}

/** The members as Patroni sees them, and the name of the primary. */
function askers(places: Record<NodeName, Place>) {
  const members = async (): Promise<{ name: NodeName; role: string; state: string }[]> => {
    for (const name of names) {
      try {
        const answer = await fetch(`${at(places[name].rest)}/cluster`, { signal: AbortSignal.timeout(2_000) });
        const { members } = (await answer.json()) as { members: { name: NodeName; role: string; state: string }[] };
        if (members?.some(({ role }) => role === 'leader')) return members;
      } catch {
        // Ask another one.
      }
    }
    return [];
  };
  const primary = async () => {
    for (const name of names) {
      const answer = await fetch(`${at(places[name].rest)}/primary`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => undefined,
      );
      if (answer?.status === 200) return name;
    }
    return undefined;
  };
  return { members, primary };
}

/** A process may have ended by itself. */
function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Nothing is left to end.
  }
}

function firstLine(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).split('\n')[0]?.trim() ?? '';
}

/** PostgreSQL refuses to run as root. */
function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function patroniYaml(name: NodeName, { postgres, rest, folder, data }: Place, binaries: string): string {
  return `scope: daybook
name: ${name}
restapi: { listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}' }
etcd3: { host: '127.0.0.1:${etcd.client}' }
bootstrap:
  dcs:
    ttl: ${lease}
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: { wal_log_hints: 'on', max_connections: 100, wal_keep_size: 256MB }
  initdb: [ { encoding: UTF8 }, { locale: C }, data-checksums ]
postgresql:
  listen: 127.0.0.1:${postgres}
  connect_address: 127.0.0.1:${postgres}
  data_dir: ${data}
  bin_dir: ${binaries}
  pgpass: ${folder}/pgpass
  authentication:
    superuser: { username: postgres }
    replication: { username: replicator }
    rewind: { username: postgres }
  pg_hba: [ 'local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust' ]
  parameters: { unix_socket_directories: '${folder}', shared_buffers: 32MB, fsync: 'on' }
  basebackup: [ { checkpoint: fast } ]
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
watchdog: { mode: 'off' }
`;
}

function haproxyConfig(places: Record<NodeName, Place>): string {
  const servers = Object.entries(places).map(
    ([name, { postgres, rest }]) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`,
  );
  return `global
  maxconn 300
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${front}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
