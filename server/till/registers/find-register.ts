// Reads the cash registers at the locations of a caller, with their open sessions.
import { type RawBuilder, sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { TillMode } from '#contract/till/places.ts';
import type { TillRegister } from '#contract/till/tills.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { userName } from '#server/lib/sql/person-name.ts';

/**
 * Returns those of the company for administrators, by location and name. A register that is moved while it is open
 * stays at the location of its session until it is closed.
 */
export function listRegisters(context: SignedIn): Promise<TillRegister[]> {
  return list(context, sql`true`);
}

/** Throws 404 for a register of another location or company. */
export async function findRegister(context: SignedIn, id: string): Promise<TillRegister> {
  const [register] = await list(context, sql`d.id = ${id}`);
  if (!register) throw notFound();
  return register;
}

interface Row {
  id: string;
  name: string;
  locationId: string;
  location: string;
  timeZone: string;
  mode: TillMode;
  isDefault: boolean;
  sessionId: string | null;
  openedAt: Temporal.Instant;
  openedBy: string;
}

async function list({ db, user }: SignedIn, condition: RawBuilder<unknown>): Promise<TillRegister[]> {
  const { rows } = await sql<Row>`
    select d.id, d.name, l.id as location_id, l.name as location, l.time_zone, coalesce(p.mode, 'off') as mode,
      own.device_id is not null as is_default, s.id as session_id, s.opened_at, coalesce(${userName}, '') as opened_by
    from devices d
    left join till_sessions s on s.company_id = d.company_id and s.register_id = d.id and s.closed_at is null
    join locations l on l.company_id = d.company_id and l.id = coalesce(s.location_id, d.location_id)
    left join till_places p on p.company_id = l.company_id and p.location_id = l.id
    left join users u on u.id = s.opened_by
    left join user_devices own on own.company_id = d.company_id and own.user_id = ${user.id} and own.kind = d.kind
      and own.device_id = d.id
    where d.company_id = ${user.companyId} and d.kind = 'register' and ${isAtOwnLocation(user, sql.ref('l.id'))}
      and ${condition}
    order by l.name, d.name, d.id`.execute(db);
  return rows.map(({ sessionId, openedAt, openedBy, ...register }) => ({
    ...register,
    isManaged: allows(user.actions, 'lcladmin'),
    session: sessionId === null ? null : sessionOf(sessionId, openedAt, openedBy),
  }));
}

function sessionOf(id: string, openedAt: Temporal.Instant, openedBy: string) {
  return { id, openedAt: openedAt.toString(), openedBy, closedAt: null, closedBy: '' };
}
