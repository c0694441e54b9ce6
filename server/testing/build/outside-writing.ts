// An employee whose appointments are written into a CalDAV server, and what stands there.
import { sql } from 'kysely';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import type { FeedDetail } from '#contract/lib/feed-detail.ts';
import { outsideCalendars } from '#contract/links/outside.ts';
import { unfolded } from '#server/links/outside/expand/time-lines.ts';
import { entryTime, readEntry } from '#server/links/outside/write/read-entry.ts';
import type { CalDav } from '#server/testing/servers/caldav.ts';
import { type OutsideReader, type OutsideWorld, outsideWorld } from './outside-events.ts';
import { buildEvent } from './visits.ts';

export interface WrittenAppointments {
  /** An appointment of an hour with Mara, at this time in March 2026: `10T09:00`. */
  book(when: string, options?: Partial<Parameters<typeof buildEvent>[2]>): Promise<{ id: string; name: string }>;
  move(id: string, when: string): Promise<void>;
  /** Sets the state of the visit, which has the id of its event. */
  setStatus(id: string, status: VisitStatus): Promise<void>;
  setWriting(options: { writes: boolean; detail?: FeedDetail; removesWritten?: boolean }): Promise<number>;
  /** The states of the stored entries, by their events' starts. */
  states(): Promise<string[]>;
}

export interface WritingWorld extends OutsideWorld, WrittenAppointments {
  /** The entries on the server, by their times: `10T09:00 Busy`. */
  entries(): string[];
}

/** The company allows names, and the only calendar is written. */
export async function writingWorld({
  reads = true,
  detail = 'busy',
  ...options
}: Parameters<typeof outsideWorld>[0] & { reads?: boolean; detail?: FeedDetail } = {}): Promise<WritingWorld> {
  const world = await outsideWorld(options);
  const { app, dav, employee } = world;
  await sql`update companies set outside_detail = 'names' where id = ${employee.companyId}`.execute(app.database.write);
  const appointments = writtenAppointments(world);
  if (!reads) {
    const { id } = await world.calendar();
    await app.call(outsideCalendars.setReading, { id, reads, tentativeBlocks: true }, await world.session());
  }
  await appointments.setWriting({ writes: true, detail });
  return { ...world, ...appointments, entries: () => entriesOf(dav) };
}

/** Of an employee with one calendar, on any server. */
export function writtenAppointments(reader: OutsideReader): WrittenAppointments {
  const { app, employee } = reader;
  const { write } = app.database;
  return {
    async setWriting(settings) {
      const { id } = await reader.calendar();
      const input = { id, detail: 'busy' as const, ...settings };
      return (await app.call(outsideCalendars.setWriting, input, await reader.session())).status;
    },
    async book(when, more) {
      const { id } = await buildEvent(app, employee, { start: inMarch(when), name: 'Mara', title: '', ...more });
      return { id, name: `${id}.ics` };
    },
    async move(id, when) {
      const start = inMarch(when);
      await sql`
        update events set start_at = ${start}, end_at = ${start.add({ hours: 1 })}, occupied = tstzmultirange(
          tstzrange(${start}, ${start.add({ hours: 1 })})), updated_at = ${app.clock.now()} where id = ${id}`.execute(
        write,
      );
    },
    async setStatus(id, status) {
      const { status: answer, body } = await app.call(visits.changeStatus, { id, status }, await reader.session());
      if (answer !== 200) throw new Error(body);
    },
    async states() {
      const { rows } = await sql<{ state: string }>`
        select w.state || case when w.due_at is null then '' else ' due' end as state
        from outside_written w left join events e on e.id = w.event_id
        where w.company_id = ${employee.companyId} order by e.start_at, w.event_id`.execute(write);
      return rows.map(({ state }) => state);
    },
  };
}

/** `10T09:00`: in March 2026, UTC. */
export function inMarch(when: string): Temporal.Instant {
  return Temporal.Instant.from(`2026-03-${when}:00Z`);
}

export function entriesOf(dav: CalDav): string[] {
  return dav
    .names()
    .flatMap((name) => {
      const content = dav.content(name) ?? '';
      const entry = readEntry(content);
      if (!entry) return [];
      const summary = unfolded(content).find((line) => /^SUMMARY/.test(line));
      const [start = ''] = entryTime(entry.meaning).split('/');
      return [`${start.replace(/^2026-03-|:00Z$/g, '')} ${summary?.replace(/^SUMMARY[^:]*:/, '') ?? ''}`];
    })
    .sort();
}
