// Undoes an import: removes what it added and is unchanged since, and lists the rest.
import { sql } from 'kysely';
import { type bookingImports, undoHours } from '#contract/booking/import.ts';
import type { Output } from '#contract/lib/service.ts';
import { lockForDelete } from '#server/customers/contacts/lock-for-delete.ts';
import { batches } from '#server/customers/import/batches.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { restForOthers } from '#server/lib/rest-between.ts';
import { chunkSize, silentFor } from './import-states.ts';
import { type RefKind, readStored } from './read-stored.ts';
import { removeAppointments } from './remove-appointments.ts';

type UndoAnswer = Output<typeof bookingImports.undo>;
type Kept = UndoAnswer['kept'][number];

const maxListed = 100;
const restTimes = 1;

interface Added {
  source: string;
  externalId: string;
  recordId: string;
}

/** Throws 404 for an unknown import, 409 for one that runs, was undone, or began more than 24 hours ago. */
export async function undoImport(context: SignedIn, { id }: { id: string }): Promise<UndoAnswer> {
  const inCompany = <T>(act: (tx: SignedIn) => Promise<T>) => companyTransaction(context, { readOnly: false }, act);
  const begun = await inCompany((tx) => assertUndoable(tx, id));
  const kept: Kept[] = [];
  const rest = restForOthers(restTimes, context.database);
  const removed = { services: 0, appointments: 0, customers: 0, products: 0 };
  for (const chunk of batches(await inCompany((tx) => findAdded(tx, id, 'appointment')), chunkSize)) {
    await inCompany(async (tx) => {
      const gone = await removeAppointments(tx, chunk[0]?.source ?? '', chunk);
      removed.appointments += gone.size;
      kept.push(
        ...(await keptAppointments(
          tx,
          chunk.map(({ recordId }) => recordId).filter((one) => !gone.has(one)),
        )),
      );
    });
    await rest();
  }
  for (const chunk of batches(await inCompany((tx) => findAdded(tx, id, 'customer')), chunkSize)) {
    await inCompany(async (tx) => {
      const ids = chunk.map(({ recordId }) => recordId);
      await lockForDelete(tx, ids);
      const used = sql`exists (select from visits v where v.company_id = r.company_id and v.contact_id = r.record_id)`;
      removed.customers += await removeUnused(tx, id, 'customer', ids, { table: 'contacts', used, kept });
    });
    await rest();
  }
  for (const chunk of batches(await inCompany((tx) => findAdded(tx, id, 'product')), chunkSize)) {
    await inCompany(async (tx) => {
      const ids = chunk.map(({ recordId }) => recordId);
      await lockProducts(tx, ids);
      // None was sold before: the day is that of the location.
      const first = begun.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 1 }).toString();
      const used = sql`exists (
        select from receipt_lines l
        where l.company_id = r.company_id and l.day >= ${first}::date and l.product_id = r.record_id)`;
      removed.products += await removeUnused(tx, id, 'product', ids, { table: 'products', used, kept });
    });
    await rest();
  }
  await inCompany(async (tx) => {
    const ids = async (kind: RefKind) => (await findAdded(tx, id, kind)).map(({ recordId }) => recordId);
    const held = sql`exists (select from visit_parts p where p.company_id = r.company_id and p.service_id = r.record_id)`;
    removed.services = await removeUnused(tx, id, 'service', await ids('service'), {
      table: 'services',
      used: held,
      kept,
    });
    const filled = sql`exists (select from services s where s.company_id = r.company_id and s.category_id = r.record_id)`;
    await removeUnused(tx, id, 'category', await ids('category'), {
      table: 'service_categories',
      used: filled,
      kept: [],
    });
    await tx.db
      .updateTable('imports')
      .set({ state: 'undone' })
      .where('companyId', '=', tx.user.companyId)
      .where('id', '=', id)
      .execute();
    const { services, appointments, products } = removed;
    await audit(tx, `Undid an import of ${services} services, ${appointments} appointments and ${products} products`);
  });
  const byName = kept.toSorted((a, b) => a.name.localeCompare(b.name));
  return { removed, kept: byName.slice(0, maxListed) };
}

/** Returns when the import began. */
async function assertUndoable({ db, user, clock }: SignedIn, id: string): Promise<Temporal.Instant> {
  const found = await db
    .selectFrom('imports')
    .select(['state', 'createdAt', 'touchedAt'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  const isSilent = Temporal.Instant.compare(found.touchedAt, clock.now().subtract(silentFor)) < 0;
  if (found.state === 'running' && !isSilent) throw new Refusal(409, 'customers.importRuns');
  const isLate = Temporal.Instant.compare(found.createdAt, clock.now().subtract({ hours: undoHours })) < 0;
  if (found.state === 'undone' || isLate) throw new Refusal(409, 'imports.noUndo');
  return found.createdAt;
}

async function findAdded({ db, user }: SignedIn, importId: string, kind: RefKind): Promise<Added[]> {
  return db
    .selectFrom('importRefs')
    .select(['source', 'externalId', 'recordId'])
    .where('companyId', '=', user.companyId)
    .where('importId', '=', importId)
    .where('kind', '=', kind)
    .where('isAdded', '=', true)
    .orderBy('recordId')
    .execute();
}

interface Removal {
  table: 'contacts' | 'services' | 'service_categories' | 'products';
  /** Whether a record of a reference `r` is used. */
  used: ReturnType<typeof sql>;
  kept: Kept[];
}

/** No one changes or sells them until it is decided which ones go. */
async function lockProducts({ db, user }: SignedIn, ids: readonly string[]): Promise<void> {
  await sql`
    select from products where company_id = ${user.companyId} and id = any(${ids}::uuid[]) order by id for update`.execute(
    db,
  );
}

/** Removes the unchanged and unused ones; returns how many. */
async function removeUnused(
  context: SignedIn,
  importId: string,
  kind: RefKind,
  ids: readonly string[],
  { table, used, kept }: Removal,
): Promise<number> {
  const { db, user } = context;
  const { companyId } = user;
  if (ids.length === 0) return 0;
  const stored = await readStored(context, kind, ids);
  const { rows: refs } = await sql<{ recordId: string; storedDigest: string; isUsed: boolean }>`
    select r.record_id, r.stored_digest, ${used} as is_used
    from import_refs r
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.kind = ${kind} and r.is_added
      and r.record_id = any(${ids}::uuid[])`.execute(db);
  const removed: string[] = [];
  for (const { recordId, storedDigest, isUsed } of refs) {
    const found = stored.get(recordId);
    if (!found) continue;
    const isSame = found.digest === storedDigest;
    if (isSame && !isUsed) removed.push(recordId);
    else if (kind === 'service' || kind === 'customer' || kind === 'product') {
      kept.push({ kind, name: found.name, start: null, reason: isSame ? 'used' : 'changed' });
    }
  }
  await sql`delete from ${sql.table(table)} where company_id = ${companyId} and id = any(${removed}::uuid[])`.execute(
    db,
  );
  await sql`
    delete from import_refs where company_id = ${companyId} and kind = ${kind} and import_id = ${importId}
      and record_id = any(${removed}::uuid[])`.execute(db);
  return removed.length;
}

async function keptAppointments(context: SignedIn, ids: readonly string[]): Promise<Kept[]> {
  const stored = await readStored(context, 'appointment', ids);
  return [...stored.values()].map(({ name, start }) => ({
    ...{ kind: 'appointment', reason: 'changed' },
    ...{ name, start: start?.toString() ?? null },
  }));
}
