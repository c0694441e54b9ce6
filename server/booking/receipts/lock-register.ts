// The registers that record receipts: their open sessions, numbers and journals.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

/** A register that is locked until the end of the transaction, in its open session. */
export interface LockedRegister {
  id: string;
  sessionId: string;
  /** Of its next receipt. */
  number: number;
}

/**
 * Locks a register, after all visits, and returns it; null when it has no open session. A closing that runs at the same
 * time comes first or waits.
 */
export async function lockRegister({ db, user }: SignedIn, id: string): Promise<LockedRegister | null> {
  const ofRegister = sql`company_id = ${user.companyId} and register_id = ${id}`;
  // Two statements: what the first has waited for is seen by the second only.
  const [locked, open] = await Promise.all([
    sql<{ number: number }>`
      select last_number + 1 as number from till_registers where ${ofRegister} for update`.execute(db),
    sql<{ sessionId: string }>`
      select id as session_id from till_sessions where ${ofRegister} and closed_at is null`.execute(db),
  ]);
  const [register] = locked.rows;
  const [session] = open.rows;
  return register && session ? { id, ...register, ...session } : null;
}

/** How a receipt at a place is recorded. */
interface Recording {
  register: LockedRegister | null;
  /** A fiscal device makes the fiscal receipt. */
  isBeside: boolean;
}

/**
 * Locks the register that records what is paid at the desk of a location: with an open session there, the caller's
 * default before others; none where all are closed.
 */
export async function lockRegisterAt(context: SignedIn, locationId: string | null): Promise<Recording> {
  const { db, user } = context;
  if (locationId === null) return { register: null, isBeside: false };
  const { rows } = await sql<{ registerId: string | null; mode: string | null }>`
    select s.register_id, p.mode
    from (select ${user.companyId}::uuid as company_id, ${locationId}::uuid as location_id) here
    left join till_places p using (company_id, location_id)
    left join till_sessions s on s.company_id = here.company_id and s.location_id = here.location_id and s.closed_at is null
    left join user_devices d on d.company_id = s.company_id and d.user_id = ${user.id} and d.device_id = s.register_id
    order by d.device_id is null, s.opened_at, s.id`.execute(db);
  const isBeside = rows[0]?.mode === 'beside';
  for (const { registerId } of rows) {
    const register = registerId === null ? null : await lockRegister(context, registerId);
    if (register) return { register, isBeside };
  }
  return { register: null, isBeside };
}

interface Entry {
  kind: 'opened' | 'move' | 'number' | 'closed';
  subjectId: string;
  at: Temporal.Instant;
}

/** Adds an act that is stored to the journal of its locked register. Receipts do so as they are written. */
export async function appendToJournal(
  { db, user }: SignedIn,
  registerId: string,
  { kind, subjectId, at }: Entry,
): Promise<void> {
  await sql`select append_till_entry(${user.companyId}, ${registerId}, ${kind}, ${subjectId}, ${at})`.execute(db);
}
