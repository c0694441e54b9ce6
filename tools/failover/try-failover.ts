// Kills and freezes the primary of a cluster again and again while visitors book, and counts what was lost:
//   apt-get install patroni etcd-server haproxy postgresql python3-etcd
//   node tools/failover/try-failover.ts 50 10
// 50 kills and 10 freezes, on loopback only; as root, the servers run as `postgres`. docs/guides/failover.md has the
// last result.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type BuiltEmployee, buildBusiness, buildEmployee, openAlways } from '#server/testing/build/business.ts';
import { connectServices, eventually, run } from '#server/testing/process.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { startBookings } from './bookings.ts';
import { lease, openCluster } from './cluster.ts';

const [kills = 50, freezes = 10] = process.argv.slice(2).map(Number);
const clients = 16;
const folder = await mkdtemp('/tmp/daybook-failover-files-');
await using cluster = await openCluster();
await using mail = await openSmtpReceiver();
await cluster.healthy();
await using daybook = await run({
  DATABASE_URL: cluster.url,
  DATA_DIR: join(folder, 'data'),
  SMTP_URL: mail.url,
  LOG_LEVEL: 'warn',
  REQUESTS_PER_MINUTE: '0',
  BOOKINGS_PER_MINUTE: '0',
});
await using services = connectServices(daybook, cluster.connection);
const { employee, location } = await buildBusiness(services, { hours: openAlways });
const employees: BuiltEmployee[] = [employee];
while (employees.length < clients) employees.push(await buildEmployee(services, location, { hours: openAlways }));
console.log(`${new Date().toISOString()} ${cluster.versions.join(', ')}, Node.js ${process.version}`);

const bookings = startBookings(() => daybook.url, employees);
// Evenly mixed: a run that is stopped with Ctrl-C has some of both.
const rounds = Array.from({ length: kills + freezes }, (_, index) => {
  const share = freezes / (kills + freezes);
  return Math.floor((index + 1) * share) > Math.floor(index * share) ? 'freeze' : 'kill';
});
const done = { kill: 0, freeze: 0 };
const gaps: number[] = [];
let isInterrupted = false;
process.once('SIGINT', () => {
  isInterrupted = true;
});
for (const how of rounds) {
  if (isInterrupted) break;
  try {
    const primary = await cluster.healthy();
    await sleep(3_000);
    const from = performance.now();
    const answered = new Map(bookings.statuses);
    if (how === 'kill') {
      await cluster.kill(primary);
      await eventually('another primary', async () => ![undefined, primary].includes(await cluster.primary()), 120_000);
      cluster.start(primary);
    } else {
      const thaw = await cluster.freeze(primary);
      await sleep(lease * 1_000 + 10_000);
      thaw();
    }
    await eventually('a change', () => (bookings.moments.at(-1) ?? 0) > performance.now() - 1_000, 120_000);
    done[how]++;
    gaps.push(longestGap(bookings.moments, from, performance.now()));
    const failed = (bookings.statuses.get(500) ?? 0) - (answered.get(500) ?? 0);
    console.log(
      `${how} ${done[how]}: of ${primary}, ${Math.round((gaps.at(-1) ?? 0) / 100) / 10} s without changes, ${failed} answers of 500`,
    );
  } catch (error) {
    console.log(`${how} failed: ${error instanceof Error ? error.message : error}`);
    break;
  }
}
await cluster.healthy().catch((error: Error) => console.log(error.message));
await bookings.stop();
await eventually('nothing waits in the outbox', async () => (await waiting()) === 0, 180_000).catch((error: Error) =>
  console.log(error.message),
);

/** Of acknowledged visits, those that the database does not have in that state. */
async function missing(ids: Iterable<string>, states: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unnest(${`{${[...ids].join()}}`}::uuid[]) id
    where not exists (select from visits v where v.id = id and v.status = any(${`{${states.join()}}`}::text[]))`.execute(
    services.database.read,
  );
  return rows[0]?.count ?? Number.NaN;
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries where state in ('queued', 'sending')`.execute(services.database.read);
  return rows[0]?.count ?? Number.NaN;
}

function longestGap(moments: readonly number[], from: number, until: number): number {
  const within = [from, ...moments.filter((at) => at >= from && at <= until), until];
  return Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at)));
}

const { held, confirmed, statuses } = bookings;
const mails = new Map<string, number>();
for (const { envelope } of mail.mails) for (const to of envelope.to) mails.set(to, (mails.get(to) ?? 0) + 1);
const sorted = gaps.toSorted((a, b) => a - b).map((ms) => Math.round(ms / 100) / 10);
console.log(`Kills: ${done.kill}, freezes: ${done.freeze}`);
console.log(
  `Acknowledged holds: ${held.size}, lost: ${await missing(held.keys(), ['held', 'requested', 'confirmed'])}`,
);
console.log(
  `Acknowledged confirmations: ${confirmed.size}, lost: ${await missing(confirmed.keys(), ['requested', 'confirmed'])}`,
);
console.log(
  `Mails: ${mail.mails.length}, missing: ${[...confirmed.values()].filter((to) => !mails.has(to)).length}, twice: ${[...mails.values()].filter((count) => count > 1).length}`,
);
console.log(`Answers: ${JSON.stringify(Object.fromEntries(statuses))}`);
console.log(`Seconds without changes: median ${sorted[sorted.length >> 1]}, longest ${sorted.at(-1)}`);
const warnings = daybook.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg as string);
const counted = new Map<string, number>();
for (const msg of warnings) counted.set(msg, (counted.get(msg) ?? 0) + 1);
console.log(`Warnings of the process: ${JSON.stringify(Object.fromEntries(counted))}`);
await daybook.stop();
await rm(folder, { recursive: true, force: true });
