// Texts of calendar objects, and an employee who reads a CalDAV server.

import { sql } from 'kysely';
import { outsideCalendars } from '#contract/links/outside.ts';
import { readDueCalendars } from '#server/links/outside/rounds/read-due-calendars.ts';
import { type BuiltEmployee, buildBusiness, openAlways } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type CalDav, openCalDav } from '#server/testing/servers/caldav.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** An object with one event: `lines` beside its UID, or its start (UTC) with an hour. */
export function calendarObject(uid: string, ...lines: string[]): string {
  const [first = ''] = lines;
  const own = /^\d{8}T\d{6}Z$/.test(first) ? [`DTSTART:${first}`, 'DURATION:PT1H'] : lines;
  return ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `UID:${uid}`, ...own, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
}

/** An employee with an account elsewhere. */
export interface OutsideReader extends AsyncDisposable {
  app: TestApp;
  /** Headers of a new session of the employee: others may be locked by now. */
  session(): Promise<Record<string, string>>;
  employee: BuiltEmployee;
  /** Lets six minutes pass, and reads what is due. */
  round(): Promise<{ read: number; failed: number }>;
  /** The times that block, as `03-10T09:00 10:00`. */
  times(): Promise<string[]>;
  /** The only calendar. */
  calendar(): Promise<Awaited<ReturnType<typeof accountsOf>>[number]['calendars'][number]>;
}

export interface OutsideWorld extends OutsideReader {
  dav: CalDav;
}

/** With the calendar `home` of the server, which is read. */
export async function outsideWorld({
  address,
  env,
  ...options
}: {
  address?: (dav: CalDav) => string;
  env?: Record<string, string>;
  /** Of another world, which closes it. */
  dav?: CalDav;
} = {}): Promise<OutsideWorld> {
  const dav = options.dav ?? (await openCalDav());
  try {
    const { url, logIn, password } = dav;
    const reader = await outsideReader(address ? { address: address(dav) } : { address: url, logIn, password }, env);
    return {
      ...reader,
      dav,
      async [Symbol.asyncDispose]() {
        await reader[Symbol.asyncDispose]();
        if (!options.dav) await dav[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    if (!options.dav) await dav[Symbol.asyncDispose]();
    throw error;
  }
}

/** Of any server on this machine with one calendar, which is read. */
export async function outsideReader(
  account: { address: string; logIn?: string; password?: string },
  env: Record<string, string> = {},
): Promise<OutsideReader> {
  const app = await testApp({ env: { PRIVATE_HOSTS: '127.0.0.1', ...env } });
  const { employee } = await buildBusiness(app, { timeZone: 'Europe/Riga', hours: openAlways });
  const session = () => signIn(app, employee);
  const made = await app.call(outsideCalendars.insert, account, await session());
  if (made.status !== 200) {
    await app[Symbol.asyncDispose]();
    throw new Error(made.body);
  }
  return {
    ...{ app, session, employee },
    async round() {
      app.clock.advance({ minutes: 19 });
      return readDueCalendars(app);
    },
    async times() {
      const { rows } = await sql<{ text: string }>`
        select to_char(start_at at time zone 'UTC', 'MM-DD"T"HH24:MI ') || to_char(end_at at time zone 'UTC', 'HH24:MI') as text
        from outside_times where company_id = ${employee.companyId} order by start_at, end_at`.execute(
        app.database.read,
      );
      return rows.map(({ text }) => text);
    },
    async calendar() {
      const [account] = await accountsOf(app, await session());
      const [calendar] = account?.calendars ?? [];
      if (!calendar) throw new Error('There is no calendar.');
      return calendar;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function accountsOf(app: TestApp, as: Record<string, string>) {
  return (await app.call(outsideCalendars.getAll, {}, as)).answer;
}
