// The rows of printers and cash registers that a caller sees.
import { type RawBuilder, sql } from 'kysely';
import type { DeviceKind } from '#contract/devices/devices.ts';
import { allows } from '#contract/lib/may.ts';
import type { CurrentUser, SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';

/** Whether a location is one of the caller's: for administrators, every one of the company. */
export function isAtOwnLocation({ id, companyId, actions }: CurrentUser, location: RawBuilder<unknown>) {
  if (allows(actions, 'admin')) return sql<boolean>`true`;
  return sql<boolean>`exists (select from employee_locations el
    where el.company_id = ${companyId} and el.user_id = ${id} and el.location_id = ${location})`;
}

/** The devices of the company at the caller's locations; `area` system: those of all companies. */
export function deviceRows({ user }: SignedIn, kind: DeviceKind, area: 'company' | 'system') {
  const isVisible =
    area === 'system'
      ? sql`true`
      : sql`d.company_id = ${user.companyId} and ${isAtOwnLocation(user, sql.ref('d.location_id'))}`;
  return sql<object>`
    select d.id, d.name, s.version as reported_version, s.version_at, s.seen_at, d.min_poll_seconds, d.max_poll_seconds,
      d.poll_step_seconds, c.name as company_name, l.name as location_name, d.location_id,
      exists (select from user_devices own where own.company_id = d.company_id and own.user_id = ${user.id}
        and own.kind = d.kind and own.device_id = d.id) as is_default,
      d.is_paused, d.connection, d.dots, d.is_confirmed, ${versionOf('d')}
    from devices d join device_states s on s.device_id = d.id join companies c on c.id = d.company_id
      join locations l on l.company_id = d.company_id and l.id = d.location_id
    where d.kind = ${kind} and ${isVisible}`;
}
