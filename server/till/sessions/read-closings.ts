// Reads closed sessions of cash registers with their figures.
import { type RawBuilder, sql } from 'kysely';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { tills, ZReport } from '#contract/till/tills.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { findRegister } from '../registers/find-register.ts';
import { type StoredTotals, totalsOf } from './read-totals.ts';

const maxListed = 50;

/** Throws 404 for registers of others. */
export async function listClosings(
  context: SignedIn,
  { registerId, before }: Parsed<typeof tills.getClosings>,
): Promise<ZReport[]> {
  await findRegister(context, registerId);
  const isBefore = before === undefined ? sql`true` : sql`s.z_number < ${before}`;
  return readClosings(context, sql`s.register_id = ${registerId} and ${isBefore}`, maxListed);
}

interface Row {
  id: string;
  openedAt: Temporal.Instant;
  openedBy: string;
  closedAt: Temporal.Instant;
  closedBy: string;
  number: number;
  registerId: string;
  register: string;
  location: string;
  timeZone: string;
  totals: StoredTotals;
  countedCash: number;
  hash: string;
}

/** The closed sessions `s` of a condition, the latest first. */
export async function readClosings(
  { db, user }: SignedIn,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<ZReport[]> {
  const person = (column: string) =>
    sql`coalesce((select ${userName} from users u where u.id = ${sql.ref(`s.${column}`)}), '')`;
  const { rows } = await sql<Row>`
    select s.id, s.opened_at, ${person('opened_by')} as opened_by, s.closed_at, ${person('closed_by')} as closed_by,
      s.z_number as number, s.register_id, d.name as register, l.name as location, l.time_zone, s.z as totals, s.counted_cash,
      (select encode(j.hash, 'hex') from till_journal j
        where j.company_id = s.company_id and j.subject_id = s.id and j.kind = 'closed') as hash
    from till_sessions s join devices d on d.company_id = s.company_id and d.id = s.register_id
      join locations l on l.company_id = s.company_id and l.id = s.location_id
    where s.company_id = ${user.companyId} and s.closed_at is not null and ${condition}
    order by s.z_number desc limit ${limit}`.execute(db);
  return rows.map(({ openedAt, closedAt, totals, ...closing }) => ({
    ...closing,
    openedAt: openedAt.toString(),
    closedAt: closedAt.toString(),
    totals: totalsOf(totals),
    difference: eurosOf(centsOf(closing.countedCash) - centsOf(totals.expectedCash)),
  }));
}
