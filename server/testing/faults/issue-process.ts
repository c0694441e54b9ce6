// A process that issues invoices again and again until it is killed, for tests of several processes.
import { openDatabase } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { issueInvoices } from '#server/money/invoices/issue-invoices.ts';

const { connection, now } = JSON.parse(process.argv[2] ?? '');
const database = openDatabase(connection, { max: 2 });
const at = Temporal.Instant.from(now);
// Issuing needs no more of the services.
const services = { database, clock: { now: () => at }, publicUrl: 'http://localhost:3000' } as unknown as Services;
for (;;) await issueInvoices(services);
