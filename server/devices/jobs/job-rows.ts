// The rows of papers that a caller sees: their own, and for administrators those of their locations.
import { type RawBuilder, sql } from 'kysely';
import type { PrintJobRow } from '#contract/devices/print-jobs.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { CurrentUser, SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

/** Whether the caller sees the paper `j`. Papers name customers: operators see those of others by impersonation only. */
export function isOwnPaper(user: CurrentUser): RawBuilder<boolean> {
  const ofLocation = user.actions.some((action) => action === 'admin' || action === 'lcladmin')
    ? isAtOwnLocation(user, sql.ref('j.location_id'))
    : sql`false`;
  return sql<boolean>`j.company_id = ${user.companyId} and (j.created_by = ${user.id} or ${ofLocation})`;
}

/** Whether a person says what became of the paper `j`: no answer of a printer will. */
const isAsked = sql<boolean>`(j.state = 'uncertain'
  or (j.state = 'handed' and (d.id is null or d.connection = 'browser')))`;

const lastCopy = sql<number>`(
  select max(o.copy) from print_jobs o
  where o.company_id = j.company_id and o.cause_kind = j.cause_kind and o.cause_key = j.cause_key
    and o.device_id is not distinct from j.device_id)`;

export function paperRows({ user }: SignedIn, only: RawBuilder<unknown> = sql`true`): RawBuilder<object> {
  return sql<object>`
    select j.id, j.title, t.key as type_key, j.device_id as printer_id, coalesce(d.name, '') as printer_name,
      l.name as location_name, j.state, j.reason, j.copy, ${lastCopy} as last_copy, j.part + 1 as part, coalesce(j.parts, j.part + 1) as parts,
      case when u.id is null then '' else ${personNameOrLogIn} end as person,
      j.created_at, j.settled_at, j.expires_at, ${isAsked} as is_asked
    from print_jobs j join listing_types t on t.id = j.type_id
      join locations l on l.company_id = j.company_id and l.id = j.location_id
      left join devices d on d.company_id = j.company_id and d.id = j.device_id
      left join users u on u.id = j.created_by
    where ${isOwnPaper(user)} and ${only}`;
}

/** Throws 404 for a paper that the caller does not see. */
export async function readPaper(tx: SignedIn, id: string): Promise<PrintJobRow> {
  const { rows } = await sql<PrintJobRow & Timed>`${paperRows(tx, sql`j.id = ${id}`)}`.execute(tx.db);
  const [row] = rows;
  if (!row) throw notFound();
  return {
    ...row,
    createdAt: String(row.createdAt),
    settledAt: row.settledAt && String(row.settledAt),
    expiresAt: String(row.expiresAt),
  };
}

interface Timed {
  createdAt: unknown;
  settledAt: unknown;
  expiresAt: unknown;
}
