// Serves one small read to anyone, to signed-in callers, and with row-level security: the cost of each step. Prints its
// port.
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import pino from 'pino';
import { z } from 'zod';
import { get } from '#contract/lib/service.ts';
import { buildApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import { openDatabase } from '#server/db/pool.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import { mount, serve } from '#server/lib/http/serve.ts';
import { openLive } from '#server/lib/live.ts';

const [databaseUrl = '', companyId = ''] = process.argv.slice(2);
const about = {
  summary: 'The locations of a company.',
  input: z.strictObject({}),
  output: z.array(z.object({ id: z.uuid(), name: z.string() })),
};
const service = {
  open: get({ ...about, may: 'anyone', path: 'api/bench/Open' }),
  signedIn: get({ ...about, may: 'user', ownAccount: true, path: 'api/bench/SignedIn' }),
  beneath: get({ ...about, may: 'user', path: 'api/bench/Beneath' }),
};
const locations = async ({ db }: { db: Db }) =>
  (await sql<{ id: string; name: string }>`select id, name from locations where company_id = ${companyId}`.execute(db))
    .rows;

const database = openDatabase({ connectionString: databaseUrl }, { max: 10 });
const log = pino({ level: 'warn' });
const services = {
  config: parseConfig({ DATA_DIR: tmpdir(), DEMO: '0', REQUESTS_PER_MINUTE: '0', MAX_DELAY_MS: '0' }),
  database,
  clock: { now: () => Temporal.Now.instant() },
  log,
  live: await openLive(database.connect, log),
  files: localFiles(tmpdir()),
  publicUrl: 'http://localhost',
};
const server = await buildApp(services);
mount(server, services, serve(service, { open: locations, signedIn: locations, beneath: locations }));
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
console.log(typeof address === 'object' && address?.port);
process.on('SIGTERM', () => process.exit(0));
