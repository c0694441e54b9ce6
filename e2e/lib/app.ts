// The complete product for browser tests: built pages, its own database, working e-mail, a free port, the real clock.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { buildApp, mayStillSend, whenSent } from '#server/app.ts';
import { campaignWhenAnswered } from '#server/campaigns/response/when-answered.ts';
import { parseConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import { openLive } from '#server/lib/live.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildWebIfStale, webRoot } from '#server/site/html/build-web.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database/database.ts';
import { connectTimeout } from '#server/testing/database/reused-database.ts';
import { openSmtpReceiver, type SmtpReceiver } from '#server/testing/servers/smtp.ts';
import { firstRows } from '#server/testing/test-app.ts';

export interface OpenApp {
  services: Services;
  server: FastifyInstance;
  /** The base URL, without a trailing slash. */
  url: string;
  mail: SmtpReceiver;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * `await using daybook = await openApp()`. The database is empty except for what the test builds. `env` sets
 * configuration variables.
 */
export async function openApp(env: Record<string, string> = {}): Promise<OpenApp> {
  const created = await testDatabase({ firstRows });
  const root = process.env.E2E_WEB_ROOT ?? (await buildOnce(created));
  const folder = await mkdtemp(join(tmpdir(), 'daybook-e2e-'));
  const mail = await openSmtpReceiver();
  const config = parseConfig({
    DATA_DIR: folder,
    DEMO: '0',
    // Test machines may be slow; load limits are not under test here.
    MAX_DELAY_MS: '0',
    REQUESTS_PER_MINUTE: '0',
    BOOKINGS_PER_MINUTE: '0',
    UNDO_SECONDS: '0',
    SMTP_URL: mail.url,
    // Requests no tiles from outside: the browser refuses this address at once.
    MAP_STYLE_URL: 'http://localhost:9/style.json',
    ...env,
  });
  // Each connection plans every statement for itself.
  const database = openDatabase(created.connection, { max: 4, connectTimeout });
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const live = await openLive(database.connect, log);
  const services: Services = {
    config,
    database,
    clock: { now: () => Temporal.Now.instant() },
    log,
    live,
    files: localFiles(join(folder, 'files')),
    publicUrl: 'http://localhost',
  };
  const server = await buildApp(services, { webRoot: root });
  const worker = openMessaging(services, {
    mayStillSend,
    whenSent,
    sms: { whenAnswered: campaignWhenAnswered },
  });
  services.publicUrl = (await server.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
  return {
    services,
    server,
    url: services.publicUrl,
    mail,
    async [Symbol.asyncDispose]() {
      await server.close();
      await worker.close();
      await mail.close();
      await live.close();
      await database.close();
      await created.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Any number; ensures that only one test process builds the pages at a time. */
const buildLock = 4_027_003;

/** Returns the folder of built pages. Test files run in parallel: one builds, the others wait. */
async function buildOnce({ connection }: TestDatabase): Promise<string> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [buildLock]);
    await buildWebIfStale(() => {});
  } finally {
    await client.end();
  }
  return webRoot;
}
