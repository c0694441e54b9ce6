// Stores and removes the baskets of registers.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { Basket, tills } from '#contract/till/tills.ts';
import { holdContact } from '#server/customers/contacts/hold-contact.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { findRegister } from '../registers/find-register.ts';
import { readBaskets } from './read-till.ts';

/** A register with more is one whose baskets are forgotten. */
const maxBaskets = 50;

/**
 * Throws 404 for registers and customers of others, 409 when the basket was sold, changed or removed at another screen,
 * or the register has too many.
 */
export async function saveBasket(context: SignedIn, input: Parsed<typeof tills.saveBasket>): Promise<Basket> {
  const { db, user, clock } = context;
  const { companyId } = user;
  const { id, registerId, revision, lines, discount, discountPercent } = input;
  await findRegister(context, registerId);
  const contact = input.contactId === null ? null : await holdContact(db, companyId, input.contactId);
  if (contact === undefined) throw notFound();
  const ofBasket = sql`company_id = ${companyId} and id = ${id}`;
  const values = { contactId: contact?.id ?? null, lines: JSON.stringify(lines) };
  const { numAffectedRows } =
    revision === 0
      ? await sql`
          insert into till_baskets (company_id, id, register_id, contact_id, lines, discount, discount_percent, user_id,
            created_at, updated_at)
          select ${companyId}, ${id}, ${registerId}, ${values.contactId}::uuid, ${values.lines}::jsonb, ${discount},
            ${discountPercent}::numeric, ${user.id}, ${clock.now()}, ${clock.now()}
          where not exists (select from receipts where ${ofBasket})
            and (select count(*) from till_baskets where company_id = ${companyId} and register_id = ${registerId}) < ${maxBaskets}
          on conflict do nothing`.execute(db)
      : await sql`
          update till_baskets set contact_id = ${values.contactId}, lines = ${values.lines}::jsonb, discount = ${discount},
            discount_percent = ${discountPercent}, revision = revision + 1, updated_at = ${clock.now()}
          where ${ofBasket} and register_id = ${registerId} and revision = ${revision}`.execute(db);
  const [basket] = await readBaskets(context, sql`b.id = ${id} and b.register_id = ${registerId}`);
  if (!numAffectedRows) {
    // The answer to the first call was lost.
    if (basket && revision === 0 && isDeepStrictEqual(basket.lines, lines)) return basket;
    const { rows } = await sql`
      select from till_baskets where company_id = ${companyId} and register_id = ${registerId} limit ${maxBaskets}`.execute(
      db,
    );
    const isFull = revision === 0 && !basket && rows.length >= maxBaskets;
    throw new Refusal(409, isFull ? 'till.tooManyBaskets' : 'till.basketChanged');
  }
  if (!basket) throw new Error('A stored basket is gone.');
  return basket;
}

/** Throws 404 for registers of others. One that is gone already is gone. */
export async function removeBasket(
  context: SignedIn,
  { id, registerId }: Parsed<typeof tills.removeBasket>,
): Promise<undefined> {
  await findRegister(context, registerId);
  await sql`
    delete from till_baskets
    where company_id = ${context.user.companyId} and id = ${id} and register_id = ${registerId}`.execute(context.db);
}
