// Reads a register with its baskets.
import { type RawBuilder, sql } from 'kysely';
import type { Basket, BasketLine, TillState } from '#contract/till/tills.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { findRegister } from '../registers/find-register.ts';

/** Throws 404 for a register of another location or company. */
export async function readTill(context: SignedIn, registerId: string): Promise<TillState> {
  const register = await findRegister(context, registerId);
  return { ...register, baskets: await readBaskets(context, sql`b.register_id = ${registerId}`) };
}

interface Row {
  id: string;
  contactId: string | null;
  customer: string;
  person: string;
  lines: BasketLine[];
  discount: number;
  discountPercent: number | null;
  revision: number;
  createdAt: Temporal.Instant;
}

/** The baskets `b` of a condition, the oldest first. */
export async function readBaskets({ db, user }: SignedIn, condition: RawBuilder<unknown>): Promise<Basket[]> {
  const { rows } = await sql<Row>`
    select b.id, b.contact_id, coalesce(c.name, '') as customer, coalesce(${userName}, '') as person, b.lines, b.discount,
      b.discount_percent, b.revision, b.created_at
    from till_baskets b left join contacts c on c.company_id = b.company_id and c.id = b.contact_id
      left join users u on u.id = b.user_id
    where b.company_id = ${user.companyId} and ${condition}
    order by b.created_at, b.id`.execute(db);
  return rows.map(({ createdAt, ...basket }) => ({ ...basket, createdAt: createdAt.toString() }));
}
