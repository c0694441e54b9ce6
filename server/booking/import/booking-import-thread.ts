// The worker thread that imports services and appointments, with a connection of its own.
import { bookingImports } from '#contract/booking/import.ts';
import { toWire } from '#contract/lib/wire.ts';
import { type Connection, openDatabase } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { serveJobs } from '#server/lib/threads/serve-jobs.ts';
import type { BookingChoices } from './plan-import.ts';
import { runBookingImport } from './run-booking-import.ts';

export interface BookingImportJob {
  bytes: Uint8Array;
  fileName: string;
  choices: BookingChoices;
  readOnly: boolean;
  connection: Connection;
  caller: Pick<SignedIn, 'user' | 'visitor'>;
  /** An instant. */
  now: string;
}

/** Returns the answer as JSON with wire names. */
serveJobs(
  async ({ bytes, fileName, choices, readOnly, connection, caller, now }: BookingImportJob): Promise<string> => {
    const database = openDatabase(connection, { max: 1 });
    const begun = performance.now();
    try {
      const clock = {
        now: () => Temporal.Instant.from(now).add({ milliseconds: Math.round(performance.now() - begun) }),
      };
      const context = { ...caller, database, db: database.read, clock };
      const answer = await runBookingImport(context, { bytes: Buffer.from(bytes), fileName, choices }, { readOnly });
      return JSON.stringify(toWire(bookingImports.run.output, answer));
    } finally {
      await database.close();
    }
  },
);
