// Decides what the services of a file do, and writes them.
import { randomUUIDv7 } from 'node:crypto';
import { nextPosition } from '#server/booking/services/save-company-service.ts';
import { digestOf } from '#server/customers/import/keep-import.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { CompanyData } from './company-data.ts';
import { type ImportRef, type NewRef, saveRefs } from './import-refs.ts';
import { findPerson, matchByName } from './match-names.ts';
import type { ImportedService } from './service-rows.ts';

export type RowResult = 'added' | 'changed' | 'unchanged' | 'kept';

export interface PlannedService extends ImportedService {
  id: string;
  result: RowResult;
  /** The calendars of the people who do it. */
  doneBy: string[];
  givenDigest: string;
  isAdded: boolean;
}

/** People are those that the file names, else `doneBy`. */
export function planServices(
  rows: readonly ImportedService[],
  data: CompanyData,
  refs: ReadonlyMap<string, ImportRef>,
  doneBy: readonly string[],
): PlannedService[] {
  return rows.map((row) => {
    const named = row.people.flatMap((name) => findPerson(name, data.people)?.calendarId ?? []);
    const people = [...new Set(named.length ? named : doneBy)].sort();
    const { line: _, externalId, ...given } = row;
    const givenDigest = digestOf({ ...given, people });
    const ref = refs.get(externalId);
    const common = { ...row, doneBy: people, givenDigest };
    if (ref) {
      const isSame = ref.givenDigest === givenDigest;
      const result = isSame ? 'unchanged' : ref.state === 'same' && ref.isAdded ? 'changed' : 'kept';
      return { ...common, id: ref.recordId, isAdded: ref.isAdded, result };
    }
    const known = matchByName(
      row.name,
      data.services.filter(
        ({ category }) => !row.category || !category || matchByName(category, [{ name: row.category }]),
      ),
    );
    if (known) return { ...common, id: known.id, isAdded: false, result: 'unchanged' };
    return { ...common, id: randomUUIDv7(), isAdded: true, result: 'added' };
  });
}

/** In the transaction of the company. Throws 417 when the company would have too many services. */
export async function writeServices(
  tx: SignedIn,
  planned: readonly PlannedService[],
  data: CompanyData,
  origin: { source: string; importId: string },
): Promise<void> {
  const { db, user } = tx;
  const { companyId } = user;
  const changed = planned.filter(({ result }) => result === 'added' || result === 'changed');
  const categories = await writeCategories(tx, changed, data, origin);
  for (const service of changed) {
    const { id, name, minutes, price, description, bufferBefore, bufferAfter } = service;
    const columns = {
      ...{ name, minutes, price, description, bufferBefore, bufferAfter },
      categoryId: categories.get(service.category) ?? null,
    };
    if (service.result === 'added') {
      const position = await nextPosition(tx);
      await db
        .insertInto('services')
        .values({ ...columns, companyId, id, position })
        .execute();
    } else {
      await db.updateTable('services').set(columns).where('companyId', '=', companyId).where('id', '=', id).execute();
      await db.deleteFrom('servicePeople').where('companyId', '=', companyId).where('serviceId', '=', id).execute();
    }
    const people = service.doneBy.map((calendarId) => ({ companyId, serviceId: id, calendarId }));
    if (people.length) await db.insertInto('servicePeople').values(people).execute();
  }
  const refs = planned
    .filter(({ result }) => result !== 'kept')
    .map(({ externalId, id, isAdded, givenDigest }): NewRef => ({ externalId, recordId: id, isAdded, givenDigest }));
  await saveRefs(tx, origin, 'service', refs);
}

/** Returns the ids of the categories by their names in the file. */
async function writeCategories(
  tx: SignedIn,
  services: readonly PlannedService[],
  data: CompanyData,
  origin: { source: string; importId: string },
): Promise<Map<string, string>> {
  const { db, user } = tx;
  const ids = new Map<string, string>();
  const refs: NewRef[] = [];
  const { last } = await db
    .selectFrom('serviceCategories')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  let position = last ?? 0;
  const known = [...data.categories];
  for (const { category: name } of services) {
    if (!name || ids.has(name)) continue;
    const found = matchByName(name, known);
    const id = found?.id ?? randomUUIDv7();
    ids.set(name, id);
    if (found) continue;
    known.push({ id, name });
    await db
      .insertInto('serviceCategories')
      .values({ companyId: user.companyId, id, name, position: ++position })
      .execute();
    refs.push({ externalId: name, recordId: id, isAdded: true, givenDigest: digestOf(name) });
  }
  await saveRefs(tx, origin, 'category', refs);
  return ids;
}
