// Shared parts of the lists of messages of all media: how names are looked up, and how a log is cleared.
import { type RawBuilder, sql } from 'kysely';
import { type DeliveryState, deliveryStates, sentStates } from '#contract/messaging/deliveries.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { companyNameOrder, companyNames } from '#server/lib/grid/company-names.ts';
import type { RowSource } from '#server/lib/grid/source.ts';

/** Maximum number of matching locations. */
const maxLocations = 1_000;

export const messageLookups = {
  company: companyNames,
  location: {
    column: 'locationId',
    async ids({ db, user }, pattern) {
      const ofCompany = user.actions.includes('sys') ? sql`` : sql`and company_id = ${user.companyId}`;
      const { rows } = await sql<{ id: string }>`
        select id from locations where folded(name) like ${pattern} ${ofCompany} limit ${maxLocations}`.execute(db);
      return rows.map(({ id }) => id);
    },
  },
} satisfies RowSource['lookups'];

/** Whether `d` is the delivery of a message `m`. Its index finds what both rows say of the message. */
export function isDeliveryOf(medium: 'mail' | 'sms', { ofCompany } = { ofCompany: false }): RawBuilder<boolean> {
  const inCompany = ofCompany ? sql`and d.company_id = m.company_id` : sql``;
  return sql<boolean>`d.id = m.id and d.medium = ${sql.lit(medium)} ${inCompany}`;
}

/** The order by a column that follows from the state: state after state, by an index of the deliveries. */
function stateOrder(nameOf: (state: DeliveryState) => string): NonNullable<RowSource['nameOrders']>[string] {
  const states = deliveryStates.map((state) => sql`(${state}::text, ${nameOf(state)}::text)`);
  return {
    column: 'state',
    names: () => sql`select * from (values ${sql.join(states)}) s (id, name)`,
    at: 'queuedAt',
    leftOut: 'sending',
  };
}

/** Orders by the names of other tables. Messages without a location come before those of all locations. */
export const messageNameOrders = {
  state: stateOrder((state) => state),
  sent: stateOrder((state) => String(sentStates.some((sent) => sent === state))),
  company: companyNameOrder,
  location: {
    column: 'locationId',
    names({ user }, area) {
      const ofCompany = area === 'system' ? sql`` : sql`where company_id = ${user.companyId}`;
      return sql`select id, folded(name) as name from locations ${ofCompany} union all select null::uuid, null::text`;
    },
  },
} satisfies RowSource['nameOrders'];

/** Attempts per statement: a log of years is too large for one. */
const perSlice = 20_000;

/** Deletes the attempts of one medium until now, in slices; the messages and their states stay. */
export function clearAttempts(medium: string, list: string, { rows = perSlice } = {}) {
  return async (context: SignedIn): Promise<undefined> => {
    const until = context.clock.now();
    let last: string | null = '00000000-0000-0000-0000-000000000000';
    while (last !== null) last = await clearSlice(context, { medium, until, after: last, rows });
    await transaction(context, (tx) => audit(tx, `Cleared ${list}`));
    return undefined;
  };
}

/** In the order of their ids, so that no slice reads the rows of those before. Returns the last id; null at the end. */
async function clearSlice(
  { database }: SignedIn,
  { medium, until, after, rows }: { medium: string; until: Temporal.Instant; after: string; rows: number },
): Promise<string | null> {
  const { rows: found } = await sql<{ last: string }>`
    with slice as materialized (
      select id, delivery_id, created_at from delivery_attempts where id > ${after}::uuid order by id limit ${rows}),
    gone as (
      delete from delivery_attempts a using slice s, deliveries d
      where a.id = s.id and d.id = s.delivery_id and d.medium = ${medium} and s.created_at <= ${until})
    select id as last from slice order by id desc limit 1`.execute(database.write);
  return found[0]?.last ?? null;
}
