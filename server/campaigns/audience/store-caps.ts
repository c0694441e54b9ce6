// Stores on customers how long they are at the weekly cap, so that a count need not read the recipients of a week. It
// follows the messages that were sent; until then, counts read their recipients:
// docs/decisions/0094-audience-facts-table.md.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';

/** Recipients per transaction: a change of one of these customers waits for it. */
const perTransaction = 200;

/** The last recipient that was looked at, in the order of the index. */
interface Position {
  companyId: string;
  previousAt: Temporal.Instant;
  id: string;
}

interface Recipient extends Position {
  contactId: string;
}

/**
 * Returns how many recipients it stored. Killed at any point, it loses nothing. It waits for no lock: what another
 * transaction changes is stored by a later run.
 */
export async function storeCaps(services: Services, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  let stored = 0;
  for (let after: Position | undefined; ; ) {
    signal?.throwIfAborted();
    const slice = await storeSlice(services, after);
    stored += slice.stored;
    if (!slice.last) return stored;
    after = slice.last;
  }
}

/** `last` is undefined if no recipients are left. */
function storeSlice(services: Services, after?: Position): Promise<{ stored: number; last: Position | undefined }> {
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    const isAfter = after
      ? sql`(r.company_id, r.previous_at, r.id) > (${after.companyId}, ${after.previousAt}, ${after.id})`
      : sql`true`;
    const { rows } = await sql<Recipient>`
      select r.company_id, r.previous_at, r.id, r.contact_id from campaign_recipients r
      where r.left_out is null and r.previous_at is not null and r.sent_at is not null and r.contact_id is not null
        and not r.is_cap_stored and ${isAfter}
      order by r.company_id, r.previous_at, r.id limit ${perTransaction} for no key update skip locked`.execute(db);
    const last = rows.at(-1);
    if (!last) return { stored: 0, last };
    const [companies, ids, contacts] = (['companyId', 'id', 'contactId'] as const).map((key) =>
      rows.map((row) => row[key]),
    );
    // The cap is two, so a campaign with one before it reaches the cap, until the first is a week ago.
    const { numAffectedRows = 0n } = await sql`
      with k as (
        select k.* from unnest(${companies}::uuid[], ${ids}::uuid[], ${contacts}::uuid[]) k (company_id, id, contact_id)),
      free as (
        select f.company_id, f.id from audience_facts f
        where (f.company_id, f.id) in (select k.company_id, k.contact_id from k) for no key update skip locked),
      capped as (
        update audience_facts f set capped_until = greatest(f.capped_until, s.until)
        from (
          select r.company_id, r.contact_id, max(least(r.previous_at, r.sent_at)) + interval '168 hours' as until
          from k join campaign_recipients r on r.company_id = k.company_id and r.id = k.id
          group by r.company_id, r.contact_id) s
        join free on free.company_id = s.company_id and free.id = s.contact_id
        where f.company_id = s.company_id and f.id = s.contact_id)
      update campaign_recipients r set is_cap_stored = true from k join free on free.company_id = k.company_id and free.id = k.contact_id
      where r.company_id = k.company_id and r.id = k.id`.execute(db);
    return { stored: Number(numAffectedRows), last };
  });
}
