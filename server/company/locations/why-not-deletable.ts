// Checks whether a location can be deleted: people, future appointments and devices would lose it.
import { sql } from 'kysely';
import type { MessageKey } from '#i18n/keys.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** A code with words, or nothing. */
export async function whyNotDeletable({ db, clock }: SignedIn, id: string): Promise<MessageKey | undefined> {
  const { rows } = await sql<{ isOnly: boolean; hasPeople: boolean; hasAppointments: boolean; hasDevices: boolean }>`
    select not exists (select from locations where id <> ${id}) as is_only,
      exists (select from employee_locations where location_id = ${id}) as has_people,
      exists (select from events where location_id = ${id} and end_at > ${clock.now()} and blocks) as has_appointments,
      exists (select from devices where location_id = ${id}) as has_devices
    `.execute(db);
  const [found] = rows;
  if (found?.isOnly) return 'list.locations.isOnly';
  if (found?.hasAppointments) return 'list.locations.hasAppointments';
  if (found?.hasPeople) return 'list.locations.hasPeople';
  return found?.hasDevices ? 'list.locations.hasDevices' : undefined;
}
