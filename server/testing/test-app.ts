// A complete application for tests: its own database, a clock that can be set, and the server.
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { buildApp, menuEntries } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import type { Config } from '#server/lib/config.ts';
import type { Clock, Services } from '#server/lib/context.ts';
import { openFiles } from '#server/lib/files/open-files.ts';
import { openLive } from '#server/lib/live.ts';
import { addNewEntries } from '#server/operations/menu/add-new-entries.ts';
import { type Caller, caller } from '#server/testing/clients/call.ts';
import { checkAnswers } from '#server/testing/clients/check-answers.ts';
import type { FirstRows } from '#server/testing/database/database.ts';
import { acquireDatabase, connectTimeout } from '#server/testing/database/reused-database.ts';

export interface TestApp extends Services {
  server: FastifyInstance;
  call: Caller;
  clock: SettableClock;
  database: Database;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A clock that stands still until it is set. */
export class SettableClock implements Clock {
  #now: Temporal.Instant;
  constructor(now: string) {
    this.#now = Temporal.Instant.from(now);
  }
  now(): Temporal.Instant {
    return this.#now;
  }
  set(now: string | Temporal.Instant): void {
    this.#now = Temporal.Instant.from(now);
  }
  advance(duration: Temporal.DurationLike): void {
    this.#now = this.#now.add(duration);
  }
}

/** The rows that each start of the product adds, read once for all tests. */
export const firstRows: FirstRows = {
  content: JSON.stringify(menuEntries),
  async write(connection) {
    const database = openDatabase(connection, { max: 1, connectTimeout });
    await addNewEntries(database.write, menuEntries);
    await database.close();
  },
};

/**
 * `await using app = await testApp()`: everything is removed at the end of the test, which fails when an answer
 * violated the contract, and whose code fails when it waits for a second connection of a pool. Now is Monday 2026-03-02
 * 08:00 UTC.
 */
export async function testApp(
  options: { env?: Record<string, string>; now?: string; clock?: Clock; connections?: number } = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-test-'));
  const acquired = await acquireDatabase(firstRows, options.connections ?? 8);
  const config: Config = parseConfig({
    DATA_DIR: folder,
    DEMO: '0',
    // A test machine may be slow; tests do not measure that.
    MAX_DELAY_MS: '0',
    // Tests change rows directly in the database.
    SESSION_MEMORY_MS: '0',
    REQUESTS_PER_MINUTE: '0',
    BOOKINGS_PER_MINUTE: '0',
    // No test asks the name servers of the world; this port is closed.
    DNS_SERVERS: '127.0.0.1:9',
    // Mails leave at once.
    UNDO_SECONDS: '0',
    ...options.env,
  });
  const { database } = acquired;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const live = await openLive(database.connect, log);
  const services: Services = {
    config,
    database,
    clock: options.clock ?? new SettableClock(options.now ?? '2026-03-02T08:00:00Z'),
    log,
    live,
    files: await openFiles(config),
    publicUrl: config.publicUrl ?? 'http://localhost:3000',
  };
  const server = await buildApp(services);
  const assertPromised = checkAnswers(server);
  // A test that holds a connection and calls the server is two parties: the server does not inherit what the test
  // holds.
  const asOther = AsyncLocalStorage.snapshot();
  const inject = server.inject.bind(server) as (request: InjectOptions | string) => Promise<LightMyRequestResponse>;
  // Tests use the form that returns a promise.
  server.inject = ((request: InjectOptions | string) =>
    asOther(async () => await inject(request))) as unknown as typeof server.inject;
  return Object.assign({}, services, {
    clock: services.clock as SettableClock,
    server: server,
    call: caller(server),
    async [Symbol.asyncDispose]() {
      await server.close();
      await live.close();
      await acquired.release();
      await rm(folder, { recursive: true, force: true });
      try {
        assertPromised();
      } catch (error) {
        // A hook may have called this: files that share a process do not fail by their hooks.
        process.exitCode = 1;
        throw error;
      }
    },
  });
}
