// A location with a printer that polls an application over HTTP: for tests of the doors.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { endJobs } from '#server/devices/jobs/end-jobs.ts';
import { giveDeviceKey } from '#server/devices/keys/device-keys.ts';
import { originalTemplate, renderPaper } from '#server/devices/paper/render-paper.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice, buildPaper } from '#server/testing/build/device.ts';
import { noticesCame } from '#server/testing/database/notices-came.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

export interface PrintDesk {
  app: TestApp;
  companyId: string;
  deviceId: string;
  key: string;
  /** The address of the door, with the key. */
  url: string;
  /** Queues a note, and returns its id and the name that printers know it by. */
  queue(text?: string): Promise<{ id: string; shortId: string }>;
  /** The states of all papers of the printer, in the order in which they were queued. */
  states(): Promise<string[]>;
  /** Why each of them was not printed; empty for others. */
  reasons(): Promise<string[]>;
  /** Lets so much time pass that no answer is waited for any more. */
  waitInVain(): Promise<void>;
  fault(): Promise<string>;
}

export interface OpenDesk extends PrintDesk {
  [Symbol.asyncDispose](): Promise<void>;
}

/** A printer whose test page was confirmed, of an application that listens. */
export async function openDesk(connection: 'star' | 'epson'): Promise<OpenDesk> {
  const app = await testApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const desk = await addDesk(app, connection);
  return { ...desk, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** Another company with a printer. */
export async function addDesk(app: TestApp, connection: 'star' | 'epson'): Promise<PrintDesk> {
  const { employee } = await buildBusiness(app);
  const { write } = app.database;
  const { id: deviceId } = await buildDevice(app, employee);
  await write.updateTable('devices').set({ connection, isConfirmed: true }).where('id', '=', deviceId).execute();
  const { companyId, locationId } = employee;
  const key = await giveDeviceKey(write, { companyId, id: deviceId });
  const { port } = app.server.server.address() as AddressInfo;
  const column = async (name: 'state' | 'reason') => {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(name)} as value from print_jobs where device_id = ${deviceId}
      order by created_at, id, part`.execute(write);
    return rows.map(({ value }) => value);
  };
  return {
    ...{ app, companyId, deviceId, key },
    url: `http://127.0.0.1:${port}/api/hooks/${connection}/${key}`,
    async queue(text = 'Buy towels') {
      const paper = await buildPaper(app, { companyId, locationId, deviceId, text, minutes: 60 });
      app.clock.advance({ milliseconds: 1 });
      await noticesCame(app);
      return paper;
    },
    states: () => column('state'),
    reasons: () => column('reason'),
    async waitInVain() {
      app.clock.advance({ seconds: 121 });
      await lostTransactionsEnd(app);
      await endJobs(app);
      await noticesCame(app);
    },
    async fault() {
      const { rows } = await sql<{ fault: string }>`
        select fault from device_states where device_id = ${deviceId}`.execute(write);
      return rows[0]?.fault ?? 'no device';
    },
  };
}

/**
 * Waits until PostgreSQL has noticed each connection that broke. Until then its transaction holds its papers, which
 * `endJobs` leaves for its next run.
 */
async function lostTransactionsEnd({ database }: TestApp): Promise<void> {
  const open = sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`;
  while ((await open.execute(database.write)).rows.length > 0) await sleep(10);
}

/** The rows of dots of a note with this text. */
export async function rowsOfNote(text: string): Promise<Buffer> {
  const { rows } = await renderPaper({
    ...{ template: originalTemplate('note'), typeKey: 'note', language: 'en', dots: 576 },
    values: { text },
  });
  return Buffer.from(rows);
}
