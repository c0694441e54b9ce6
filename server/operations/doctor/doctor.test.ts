// Tests of the health check: each broken state is produced, and recognized.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as ask, createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { type DoctorCheck, doctorChecks, systemDoctor } from '#contract/operations/doctor.ts';
import { openDatabase } from '#server/db/pool.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import { checkFilePlace, joinFilePlace } from '#server/lib/files/shared-place.ts';
import { signText } from '#server/lib/secrets/secret-box.ts';
import { isPrivateSession } from '#server/messaging/mail/deliver.ts';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildPaying } from '#server/testing/build/paying.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { realServers } from '#server/testing/real-servers.ts';
import { openDnsServer } from '#server/testing/servers/dns.ts';
import { openSmtpReceiver } from '#server/testing/servers/smtp.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { archiveWritten } from './check-backups.ts';
import { judgeRoom } from './check-disk.ts';
import { judgeLag } from './check-standbys.ts';
import { examine } from './examine.ts';
import type { Examined } from './finding.ts';
import { warnOfClockAndDisk } from './warn-at-start.ts';

/** The line of one check, such as `broken: …`. */
async function lineOf(examined: Examined, check: DoctorCheck): Promise<string> {
  const lines = await examine(examined, 'en');
  assert.deepEqual(
    lines.map((line) => line.check),
    [...doctorChecks],
  );
  const { state, text } = lines.find((line) => line.check === check) ?? assert.fail();
  return `${state}: ${text}`;
}

const withConfig = (app: TestApp, config: Partial<TestApp['config']>): Examined => ({
  ...app,
  config: { ...app.config, ...config },
});

test('operators alone read the lines, in their language, and no check can break the others', async () => {
  await using app = await testApp();
  const [operator, other] = await Promise.all(
    (['sys', 'admin'] as const).map(async (action) =>
      signIn(app, (await buildBusiness(app, { actions: [action] })).employee),
    ),
  );
  assert.equal((await app.call(systemDoctor.get, {}, other)).status, 403);
  await sql`update users set language_id = (select id from languages where key = 'de')`.execute(app.database.write);
  const { status, answer } = await app.call(systemDoctor.get, {}, operator);
  assert.equal(status, 200);
  assert.match(answer.find(({ check }) => check === 'backups')?.text ?? '', /^Es gibt kein Archiv\./);
  const failing = {
    ...app,
    database: { ...app.database, connect: () => Promise.reject(new Error('no more connections')) },
  };
  assert.match(await lineOf(failing, 'addresses'), /^broken: Correct the settings of the database: .*no more conn/);
  assert.match(await lineOf(failing, 'files'), /^fine/);
  let connections = 0;
  const counting = withConfig(app, {});
  counting.database = {
    ...app.database,
    connect: () => {
      connections++;
      return app.database.connect();
    },
  };
  await lineOf(counting, 'addresses');
  const ofOne = connections;
  await Promise.all([1, 2, 3].map(() => lineOf(counting, 'addresses')));
  assert.equal(connections, 2 * ofOne, 'those who look at the same time share one examination');
});

test('addresses that lead elsewhere are broken, too many connections are worth a look', async () => {
  await using app = await testApp();
  assert.match(await lineOf(withConfig(app, { databasePool: 1 }), 'addresses'), /^fine: All addresses lead to this/);
  assert.match(await lineOf(withConfig(app, { databasePool: 900 }), 'addresses'), /^look: .*may open 1805 connections/);
  const direct = app.database.connection;
  const read = { ...direct, database: 'postgres' };
  const database = openDatabase({ write: direct, read, direct, isPooled: false }, { max: 1 });
  try {
    assert.match(
      await lineOf({ ...app, database }, 'addresses'),
      /^broken: Correct the settings of the database: DATABASE_READ_URL leads to another database/,
    );
  } finally {
    await database.close();
  }
});

test('a clock that differs by more than two seconds is broken, and warned of at the start', async () => {
  await using app = await testApp();
  assert.match(await lineOf(app, 'clock'), /^broken: This machine and the database differ by [\d,.]+ s\. Let both/);
  const shifted = (seconds: number) => ({ ...app, clock: { now: () => Temporal.Now.instant().add({ seconds }) } });
  assert.match(await lineOf(shifted(0), 'clock'), /^fine/);
  for (const seconds of [-120, 120]) {
    assert.match(await lineOf(shifted(seconds), 'clock'), /^broken: .* differ by 1(19\.\d|20) s/);
    const lines: string[] = [];
    await warnOfClockAndDisk(shifted(seconds), (line) => lines.push(line));
    assert.match(lines.join(), /differ by 1(19\.\d|20) s/);
  }
});

test('a disk with little room, or few inodes left, is recognized', async () => {
  await using app = await testApp();
  assert.match(await lineOf(app, 'disk'), /^(fine|look|broken): .*GB/);
  const room = (free: number, inodes = 50) =>
    judgeRoom('/data', { bsize: 1_000_000, blocks: 100_000, bavail: free * 1_000, files: 1_000, ffree: inodes * 10 });
  assert.deepEqual(
    [room(50), room(1.9), room(0.1), room(50, 9), room(50, 0.5)].map(({ state, key }) => `${state} ${key}`),
    [
      'fine doctor.disk.fine',
      'look doctor.disk.full',
      'broken doctor.disk.full',
      'look doctor.disk.inodes',
      'broken doctor.disk.inodes',
    ],
  );
  // A large disk is not full at a tenth, a small one not below two gigabytes; some count no inodes.
  assert.equal(judgeRoom('/d', { bsize: 1e6, blocks: 1e6, bavail: 5_000, files: 0, ffree: 0 }).state, 'fine');
  assert.equal(judgeRoom('/d', { bsize: 1e6, blocks: 1_000, bavail: 900, files: 0, ffree: 0 }).state, 'fine');
});

test('a store that takes no files, and one that other processes do not have, are broken', async () => {
  await using app = await testApp();
  assert.match(await lineOf(app, 'files'), /^fine/);
  const blocked = { ...app, files: localFiles('/dev/null/files') };
  assert.match(await lineOf(blocked, 'files'), /^broken: A file cannot be stored: ENOTDIR/);
  const forgetful = { ...app, files: { ...app.files, read: async () => undefined } };
  assert.match(await lineOf(forgetful, 'files'), /^broken: .*other bytes/);
  const here = withConfig(app, { databaseUrl: 'postgres://' });
  const there = { ...here.config, dataDir: join(app.config.dataDir, 'there') };
  const client = await app.database.connect();
  const joinAs = async (config: TestApp['config']) => {
    const place = await checkFilePlace(client, config, { others: 0, warn: () => {} });
    await joinFilePlace(client, config, { place, warn: assert.fail });
  };
  try {
    await joinAs(here.config);
    assert.match(await lineOf(here, 'files'), /^fine/);
    await joinAs(there);
    assert.match(await lineOf(here, 'files'), /^broken: Another process stores files elsewhere than in /);
  } finally {
    await client.end();
  }
});

test('mail servers are tried with their sign-in', async () => {
  await using app = await testApp();
  await using mail = await openSmtpReceiver();
  assert.match(await lineOf(app, 'mail'), /^look: E-mails are stored, not sent/);
  const through = (smtpUrl: string) => lineOf(withConfig(app, { smtpUrl }), 'mail');
  assert.equal(await through(mail.url), 'fine: They accept the sign-in: SMTP_URL.');
  const refusing = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: (_auth, _session, answer) => answer(new Error('Wrong password')),
  });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => new Promise<void>((resolve) => refusing.close(resolve)));
  const listening = refusing.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  assert.match(
    await through(`smtp://mara:secret@127.0.0.1:${port}`),
    /^broken: SMTP_URL does not accept the sign-in: .*Wrong password/,
  );
  assert.match(await through('smtp://127.0.0.1:1'), /^broken: SMTP_URL does not accept the sign-in: connect ECONNREF/);
  assert.equal(mail.mails.length, 0);
  const open = '[1] Connection established to 192.0.2.7:25';
  assert.equal(isPrivateSession(open), false);
  assert.equal(isPrivateSession(`${open}\n[1] Connection upgraded with STARTTLS`), true);
  assert.equal(isPrivateSession('[1] Secure connection established to 192.0.2.7:465'), true);
  assert.equal(isPrivateSession('[1] Connection established to 127.0.0.1:25'), true);
});

test('the records of the sender domain are looked up', async () => {
  await using app = await testApp();
  await using dns = await openDnsServer();
  assert.match(await lineOf(app, 'domain'), /^look: Set MAIL_FROM/);
  const look = (dnsServers = [dns.address]) =>
    lineOf(withConfig(app, { mailFrom: 'Rosa <rosa@rosa.test>', smtpUrl: 'smtp://192.0.2.7', dnsServers }), 'domain');
  dns.zone.set('rosa.test', { txt: [] });
  assert.match(await look(), /^broken: Of rosa\.test, receivers miss: SPF, DKIM, DMARC/);
  dns.zone.set('rosa.test', { txt: ['v=spf1 ip4:192.0.2.7 ~all'] });
  dns.zone.set('mail._domainkey.rosa.test', { txt: ['v=DKIM1; p=MIGf'] });
  dns.zone.set('_dmarc.rosa.test', { txt: ['v=DMARC1; p=none'] });
  assert.match(await look(), /^look: Of rosa\.test, receivers may doubt: DMARC/);
  dns.zone.set('_dmarc.rosa.test', { txt: ['v=DMARC1; p=reject'] });
  assert.equal(await look(), 'fine: Receivers find SPF, DKIM and DMARC of rosa.test.');
  assert.match(await look(['127.0.0.1:9']), /^look: The name servers do not answer for rosa\.test/);
});

/** A proxy on loopback in front of a server that is named later. */
async function openProxy(how: { headers?: Record<string, string>; keepsHost?: boolean; buffers?: boolean } = {}) {
  let target = '';
  const pass: RequestListener = (incoming, outgoing) => {
    const headers = { ...incoming.headers, ...how.headers };
    if (!how.keepsHost) headers.host = new URL(target).host;
    const passed = ask(`${target}${incoming.url}`, { headers }, async (answer) => {
      if (!how.buffers) return void answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers));
      outgoing.end(await buffer(answer));
    });
    passed.on('error', () => outgoing.writeHead(502).end());
    passed.end();
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url: string) {
      target = url;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('the public address is asked through the proxy: where it leads, whom it hides, and what it holds back', async () => {
  await using app = await realServers(1);
  await using trusting = await realServers(1, { TRUST_PROXY: 'loopback' });
  // A start makes the key with which the address is signed.
  for (const { config } of [app, trusting]) signText(config, 'start', '');
  assert.match(await lineOf(app, 'publicUrl'), /^look: Set PUBLIC_URL/);
  const through = async (served: typeof app, how: Parameters<typeof openProxy>[0]) => {
    await using proxy = await openProxy(how);
    proxy.leadTo(served.urls[0] ?? '');
    return await lineOf(withConfig(served, { publicUrl: proxy.url }), 'publicUrl');
  };
  const [plain, named] = [{ keepsHost: true }, { keepsHost: true, headers: { 'x-forwarded-for': '192.0.2.9' } }];
  assert.match(await through(app, plain), /^fine: http.* leads here, and streams arrive at once\./);
  assert.match(await through(trusting, named), /^fine/);
  assert.match(await through(app, named), /^broken: All visitors seem to come from 127\.0\.0\.1, the proxy/);
  assert.match(await through(app, {}), /^broken: The proxy hides the address that visitors typed/);
  assert.match(
    await through(trusting, { ...named, headers: { 'x-forwarded-for': '192.0.2.9', 'x-forwarded-proto': 'https' } }),
    /^broken: All visitors seem/,
    'it says another scheme than PUBLIC_URL',
  );
  assert.match(await through(app, { ...plain, buffers: true }), /^broken: The proxy holds streams back/);
  const elsewhere = withConfig(app, { publicUrl: trusting.urls[0] });
  assert.match(
    await lineOf(elsewhere, 'publicUrl'),
    /^broken: .* does not lead here: status 404/,
    'another installation',
  );
  const nowhere = withConfig(app, { publicUrl: 'http://127.0.0.1:1' });
  assert.match(await lineOf(nowhere, 'publicUrl'), /^broken: .* does not lead here: .*(ECONNREFUSED|bad port)/);
  assert.equal((await fetch(`${app.urls[0]}/healthz/probe?at=${Date.now()}&sign=x`)).status, 404);
});

test('the age of the last archive of the installation, and whether one was ever restored', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  assert.match(await lineOf(app, 'restores'), /^look: No archive was ever restored/);
  const madeAt = (days: number) => app.clock.now().subtract({ hours: days * 24 });
  const noteArchive = (days: number) =>
    sql`
    insert into system_logs (id, created_at, server_name, category_name, priority, severity, title, message, formatted_message)
    values (gen_random_uuid(), ${madeAt(days)}, '', 'Backup', 3, 'Information', ${archiveWritten}, '', '')`.execute(
      app.database.write,
    );
  await sql`insert into backups (company_id, id, state, created_at, ended_at, size, sha256)
    values (${company.id}, gen_random_uuid(), 'done', ${madeAt(1)}, ${madeAt(1)}, 1, '')`.execute(app.database.write);
  assert.match(await lineOf(app, 'backups'), /^look: There is no archive/, 'one company is not the installation');
  await noteArchive(9);
  assert.match(await lineOf(app, 'backups'), /^look: Days since the last archive: 9\. Run/);
  await noteArchive(2);
  assert.equal(await lineOf(app, 'backups'), 'fine: Days since the last archive: 2.');
  await sql`insert into restores (id, state, file_name, size, created_at, ended_at)
    values (gen_random_uuid(), 'checked', 'a.zip', 1, ${madeAt(30)}, ${madeAt(30)})`.execute(app.database.write);
  assert.equal(await lineOf(app, 'restores'), 'fine: Days since an archive was last tried or restored: 30.');
});

test('late jobs, and jobs that hang', async () => {
  await using app = await testApp();
  await addNewJobs(app.database.write);
  assert.equal(await lineOf(app, 'jobs'), 'fine: No job is late.');
  const started = app.clock.now();
  const set = (values: {
    lastStarted?: Temporal.Instant;
    lastEnded?: Temporal.Instant | null;
    nextStartSeconds?: number;
    timeOutSeconds?: number;
  }) => app.database.write.updateTable('jobs').set(values).where('name', '=', 'tidy').execute();
  await set({ lastStarted: started, lastEnded: started, nextStartSeconds: 600, timeOutSeconds: 1_200 });
  app.clock.advance({ seconds: 890 });
  assert.match(await lineOf(app, 'jobs'), /^fine/);
  app.clock.advance({ seconds: 20 });
  assert.match(await lineOf(app, 'jobs'), /^broken: Late: tidy\./);
  await set({ lastEnded: null });
  assert.match(await lineOf(app, 'jobs'), /^fine/, 'a run may take its time');
  app.clock.advance({ seconds: 600 });
  assert.match(await lineOf(app, 'jobs'), /^broken: Late: tidy\./);
});

test('a standby that is far behind is broken', () => {
  assert.equal(judgeLag(2, 3).state, 'fine');
  assert.equal(judgeLag(1, 11).state, 'broken');
});

test('payments: what waits, notices that never came, a provider that is away, and decisions', async () => {
  await using app = await buildPaying();
  assert.match(await lineOf(app, 'payments'), /^fine: The providers answer, and no notice has arrived yet/);
  const { id } = await app.add();
  const { answer } = await app.start(id);
  app.stripe.buyer.pay(answer.url);
  await app.later({ minutes: 20 });
  assert.match(await lineOf(app, 'payments'), /^look: Payments arrived, and no notice/);
  await app.listen();
  app.stripe.buyer.refund(answer.url, 100);
  assert.deepEqual([...new Set(await app.stripe.sent())], [200]);
  await app.later({ hours: 50 });
  assert.match(
    await lineOf(app, 'payments'),
    /^fine: Days since the last notice of a provider: 2\. Payments on their way: 0\./,
  );

  const other = await app.add();
  await app.start(other.id);
  app.stripe.faults.push({ on: /^GET /, kind: 'error', times: 100 });
  for (let run = 0; run < 5; run++) await app.later({ minutes: 16 });
  assert.match(await lineOf(app, 'payments'), /^broken: Payments and notices .*: 1\./);
  app.stripe.faults.length = 0;
  await app.later({ minutes: 16 });
  await app.cancel(id);
  assert.match(await lineOf(app, 'payments'), /^look: Payments that need a decision: 1\./);
  const without = withConfig(app, { payments: { stripe: undefined, paypal: undefined } });
  assert.match(await lineOf(without, 'payments'), /^fine: No payment/);
});
