// Stores how the entries that Daybook has written were read back: unchanged, moved or deleted by the person.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { ClaimedCalendar } from '#server/links/outside/rounds/claim-round.ts';
import type { WrittenState } from './plan-entry.ts';
import { entryTime } from './read-entry.ts';

export interface OwnEntry {
  uid: string;
  href: string;
  etag: string;
  /** Undefined for one that cannot be read. */
  meaning: string | undefined;
}

interface Row {
  eventId: string;
  uid: string;
  written: string;
  state: WrittenState;
}

/**
 * Entries that are being sent are left to the writer, which reads them itself. Only another time is a change of the
 * person: titles and alarms are theirs until the appointment changes.
 */
export async function storeOwn(
  db: Db,
  { companyId, id }: ClaimedCalendar,
  { own, removed }: { own: readonly OwnEntry[]; removed: readonly string[] },
): Promise<void> {
  if (own.length + removed.length === 0) return;
  const ofCalendar = sql`company_id = ${companyId} and outside_calendar_id = ${id}`;
  const { rows } = await sql<Row>`
    select event_id, uid, written, state from outside_written
    where ${ofCalendar} and uid = any(${own.map(({ uid }) => uid)}) and state in ('written', 'moved', 'deleted')
    order by event_id for no key update`.execute(db);
  const read = new Map(own.map((entry) => [entry.uid, entry]));
  for (const { eventId, uid, written } of rows) {
    const entry = read.get(uid);
    if (!entry) continue;
    const isSame = entry.meaning !== undefined && entryTime(entry.meaning) === entryTime(written);
    await sql`
      update outside_written set href = ${entry.href}, etag = ${entry.etag}, state = ${isSame ? 'written' : 'moved'},
        written = ${isSame ? (entry.meaning ?? written) : written},
        notified_at = case when ${isSame} or state <> 'moved' then null else notified_at end
      where ${ofCalendar} and event_id = ${eventId}`.execute(db);
  }
  // An entry that was read at another path has moved there.
  await sql`
    update outside_written set state = 'deleted', etag = null, notified_at = null
    where ${ofCalendar} and href = any(${removed}) and uid <> all(${own.map(({ uid }) => uid)})
      and state in ('written', 'moved')`.execute(db);
}
