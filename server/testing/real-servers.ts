// Servers that really listen, like several processes on one database: for races, which `inject` cannot produce.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { addressOf } from '#contract/lib/address.ts';
import type { Input, Operation } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/pool.ts';
import { connectTimeout } from './database/reused-database.ts';
import { type TestApp, testApp } from './test-app.ts';

export interface RealAnswer {
  status: number;
  /** The answer with the names of the wire. */
  // A test reads fields that it knows to be present.
  // biome-ignore lint/suspicious/noExplicitAny: like `Response.json`.
  json: any;
}

export interface RealServers extends TestApp {
  urls: string[];
  /** Calls the servers in turn. */
  fetch<O extends Operation>(operation: O, input: Input<O>, headers?: Record<string, string>): Promise<RealAnswer>;
}

/** `count` servers with their own pools on the database, clock and files of one test application. */
export async function realServers(count = 2, env: Record<string, string> = {}): Promise<RealServers> {
  const app = await testApp({ env });
  const databases = Array.from({ length: count - 1 }, () =>
    openDatabase(app.database.connection, { max: 8, refusesSecond: true, connectTimeout }),
  );
  const others = await Promise.all(databases.map((database) => buildApp({ ...app, database })));
  const servers = [app.server, ...others];
  for (const server of servers) await server.listen({ port: 0, host: '127.0.0.1' });
  const urls = servers.map((server) => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
  let turn = 0;
  return Object.assign({}, app, {
    urls,
    async fetch(operation: Operation, input: unknown, headers: Record<string, string> = {}): Promise<RealAnswer> {
      const method = operation.methods[0];
      const inBody = method === 'POST';
      const address = inBody ? `/${operation.path}` : addressOf(operation, input);
      const answer = await fetch(`${urls[turn++ % urls.length]}${address}`, {
        method,
        headers: { ...headers, ...(inBody && { 'content-type': 'application/json' }) },
        body: inBody ? JSON.stringify(toWire(operation.input, input)) : null,
      });
      const text = await answer.text();
      return { status: answer.status, json: text && JSON.parse(text) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(others.map((server) => server.close()));
      await Promise.all(databases.map((database) => database.close()));
      await app[Symbol.asyncDispose]();
    },
  });
}

/** Asserts that no two blocking events of a calendar overlap, in any lanes, except for overlaps that staff accepted. */
export async function assertNoOverlap(app: TestApp): Promise<void> {
  const { rows } = await sql`
    select a.id, b.id as other, a.occupied, b.occupied as others from events a
    join events b on b.company_id = a.company_id and b.calendar_id = a.calendar_id and b.id > a.id and b.occupied && a.occupied
    where a.blocks and b.blocks
      and a.overlap_accepted_by is null and b.overlap_accepted_by is null`.execute(app.database.read);
  assert.deepEqual(rows, [], 'events that overlap');
}

/** Asserts that PostgreSQL has broken no deadlock in this database; its counters may be a second old. */
export async function assertNoDeadlock(app: TestApp): Promise<void> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database.read);
  assert.equal(rows[0]?.deadlocks, 0);
}

/** Counts the answers of each status, such as `{ 200: 1, 417: 31 }`. */
export function tally(answers: readonly RealAnswer[]): Record<number, number> {
  const count: Record<number, number> = {};
  for (const { status } of answers) count[status] = (count[status] ?? 0) + 1;
  return count;
}
