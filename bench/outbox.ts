// The outbox: how soon a confirmation leaves while half a million campaign mails wait, how many mails a second it sends
// compared with nodemailer alone, and what is left after processes that send are killed.
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { openLive } from '#server/lib/live.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { killOutbox } from '#server/testing/faults/kill-outbox.ts';
import { openMailServer } from './lib/mail-server.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

/** A part of the whole, for a quick look: `OUTBOX_SHARE=0.1`. */
const share = Number(process.env.OUTBOX_SHARE ?? 1);
const queued = 500_000 * share;
const confirmations = 100;
/** A confirmation that takes longer ends the benchmark (ms). */
const maxWait = 30_000;
const mails = { 0: 20_000 * share, 50: 20_000 * share };
const connections = 10;
const killed = { recipients: 10_000 * share, kills: 10, processes: 2 };

export async function benchOutbox(given: World): Promise<Row[]> {
  // The world listens to no notifications.
  const live = await openLive(given.services.database.connect, given.services.log);
  const world = { ...given, services: { ...given.services, live } };
  try {
    return [await benchConfirmations(world), ...(await benchThroughput(world)), ...(await benchKills(world))];
  } finally {
    await live.close();
  }
}

/** Mails that take turns, or those that a person waits for; their contents are as small as the comparison's. */
async function fill(world: World, count: number, { lane = 'now', keys = 1, guarantee = 'again' } = {}): Promise<void> {
  const client = await world.services.database.connect();
  await client.query('set statement_timeout = 0');
  await client.query('truncate deliveries, turns cascade');
  await client.query(
    `with made as (
       insert into deliveries (id, medium, queue, lane, lane_key, guarantee, address, due_at, created_at, cause_kind, cause_key)
       select gen_random_uuid(), 'mail', case $2 when 'turn' then 'mail:campaign' else 'mail:visit' end, $2,
         case $2 when 'turn' then 'campaign ' || n % $3::int else '' end, $4, 'r' || n || '@example.test', now(), now(),
         'bench', n::text
       from generate_series(1, $1::int) n returning id, address)
     insert into email_messages (id, from_e_mail, to_e_mail, subject, html, plain, message_id)
     select id, 'no-reply@daybook.test', address, 'Hello', '<p>Hello</p>', 'Hello', id from made`,
    [count, lane, keys, guarantee],
  );
  await client.query(`insert into turns (queue, lane_key, next_due)
    select queue, lane_key, min(due_at) from deliveries where lane = 'turn' group by 1, 2`);
  await client.query('vacuum analyze deliveries, email_messages, turns');
  await client.end();
}

function services(world: World, smtpUrl: string) {
  return { ...world.services, config: { ...world.services.config, smtpUrl } };
}

async function benchConfirmations(world: World): Promise<Row> {
  await fill(world, queued, { lane: 'turn', keys: 20 });
  const server = await openMailServer(5);
  const outbox = openMessaging(services(world, server.url));
  const times: number[] = [];
  await server.reaches(50);
  for (let i = 0; i < confirmations; i++) {
    const toEMail = `confirmation-${i}@example.test`;
    const arrived = server.has(toEMail);
    await buildMail(world.services, { toEMail });
    const start = performance.now();
    await Promise.race([
      arrived,
      sleep(maxWait).then(() => Promise.reject(new Error(`No ${toEMail} within ${maxWait} ms.`))),
    ]);
    times.push(performance.now() - start);
    await sleep(20);
  }
  await outbox.close();
  server.close();
  const p95 = percentile(times, 0.95);
  return {
    label: `a confirmation with ${queued} turn rows queued, from commit to accepted`,
    value: `p95 ${p95.toFixed(0)} ms`,
    target: '<= 2,000 ms',
    isMet: p95 <= 2_000,
  };
}

async function benchThroughput(world: World): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [delay, target] of [
    [0, 0.7],
    [50, 0.9],
  ] as const) {
    const count = mails[delay];
    const bare = await sendBare(delay, count);
    await fill(world, count);
    const server = await openMailServer(delay);
    const start = performance.now();
    const outbox = openMessaging(services(world, server.url));
    await server.reaches(count);
    const ours = count / ((performance.now() - start) / 1_000);
    await outbox.drain();
    await outbox.close();
    server.close();
    rows.push({
      label: `${count} mails to a ${delay} ms server over ${connections} connections`,
      value: `${ours.toFixed(0)} a second, nodemailer alone ${bare.toFixed(0)}: ${(ours / bare).toFixed(2)} x`,
      target: `>= ${target} x`,
      isMet: ours / bare >= target,
    });
  }
  return rows;
}

/** Mails a second of nodemailer's pool with contents in memory. */
async function sendBare(delay: number, count: number): Promise<number> {
  const server = await openMailServer(delay);
  const transport = createTransport({ url: server.url, pool: true, maxConnections: connections });
  const start = performance.now();
  let next = 0;
  const send = async () => {
    while (next < count) {
      await transport.sendMail({
        from: 'no-reply@daybook.test',
        to: `r${next++}@example.test`,
        subject: 'Hello',
        text: 'Hello',
        html: '<p>Hello</p>',
      });
    }
  };
  await Promise.all(Array.from({ length: 2 * connections }, send));
  const perSecond = count / ((performance.now() - start) / 1_000);
  transport.close();
  server.close();
  return perSecond;
}

async function benchKills(world: World): Promise<Row[]> {
  const { recipients, kills, processes } = killed;
  await fill(world, recipients, { lane: 'turn', keys: 1, guarantee: 'once' });
  const server = await openMailServer(5);
  await killOutbox({
    databaseUrl: world.embedded.url,
    smtpUrl: server.url,
    dataDir: tmpdir(),
    kills,
    processes,
    async atWork() {
      const before = server.accepted.length;
      for (let tries = 0; tries < 1_000 && server.accepted.length < before + recipients / 100; tries++) await sleep(2);
    },
  });
  const later = { now: () => Temporal.Now.instant().add({ minutes: 3 }) };
  const outbox = openMessaging({ ...services(world, server.url), clock: later });
  await outbox.drain();
  await outbox.close();
  await sleep(200);
  server.close();
  const { rows } = await world.services.database.connect().then(async (client) => {
    const found = await client.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from deliveries group by state',
    );
    await client.end();
    return found;
  });
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  const twice = server.accepted.length - new Set(server.accepted).size;
  const listed = countOf('sent') + countOf('uncertain');
  return [
    {
      label: `${kills * processes} x kill -9 in a campaign of ${recipients}: recipients of two mails`,
      value: String(twice),
      target: '0',
      isMet: twice === 0,
    },
    {
      label: 'sent, and listed as uncertain',
      value: `${countOf('sent')} + ${countOf('uncertain')}`,
      target: `= ${recipients}`,
      isMet: listed === recipients,
    },
  ];
}
