// Whether people use the product through this process at the moment: work that can wait leaves room for them.
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/pool.ts';

/** So many calls within this time (ms) count as use: a single click is not disturbed. */
const calls = 3;
const within = 1_000;

/** When the last calls of each database were answered, at most `calls`, on the clock of `performance` (ms). */
const lastOf = new WeakMap<Database, number[]>();

/** Notes the calls that a server answers. */
export function watchCalls(server: FastifyInstance, database: Database): void {
  const last: number[] = [];
  lastOf.set(database, last);
  server.addHook('onResponse', (request, _reply, done) => {
    if (request.call) {
      last.push(performance.now());
      if (last.length > calls) last.shift();
    }
    done();
  });
}

/** True while calls of people are answered all the time. */
export function isInUse(database: Database): boolean {
  const last = lastOf.get(database);
  const [first] = last ?? [];
  return first !== undefined && last?.length === calls && performance.now() - first <= within;
}
