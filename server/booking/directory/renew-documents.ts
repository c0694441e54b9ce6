// Rewrites the documents of the search after changes.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isLostDatabase } from '#server/db/database-away.ts';
import type { Database, Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { writeDocument } from './write-document.ts';

/** Of PostgreSQL's advisory locks: one process renews at a time, so that an older state never replaces a newer one. */
const renewalLock = 4646;

interface Person {
  companyId: string;
  userId: string;
}

interface Source extends Person {
  locationId: string;
  firstName: string;
  lastName: string;
  profession: string;
  company: string;
  placeName: string;
  place: string;
  latitude: number | null;
  longitude: number | null;
  services: string[];
}

/**
 * Renews the documents of at most `limit` marked people and companies, and returns the number of marks; 0 also while
 * another process renews.
 */
export async function renewDocuments(context: RenewalContext, limit: number): Promise<number> {
  try {
    return await renewOldest(context, limit);
  } catch (error) {
    if (isLostDatabase(error)) throw error;
    // One that cannot be renewed must not hold back the others: fewer are tried, until it is alone.
    if (limit > 1) return renewDocuments(context, Math.floor(limit / 2));
    await transaction(context, ({ db }) => takeMarks(db, 1));
    context.log.error({ err: error }, 'a document of the search cannot be renewed');
    return 1;
  }
}

interface RenewalContext {
  database: Database;
  db: Db;
  log: Services['log'];
}

function renewOldest(context: RenewalContext, limit: number): Promise<number> {
  return transaction(context, async ({ db }) => {
    const { rows } = await sql<{
      isFree: boolean;
    }>`select pg_try_advisory_xact_lock(${renewalLock}) as is_free`.execute(db);
    if (!rows[0]?.isFree) return 0;
    const marks = await takeMarks(db, limit);
    // Read after the marks were taken: every change that made one of them is seen.
    if (marks.length > 0) await renew(db, marks);
    return marks.length;
  });
}

/** Renews until no mark is left or the signal aborts, and returns the number of marks. */
export async function renewAllDocuments(
  { database, log }: Pick<Services, 'database' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for (;;) {
    signal?.throwIfAborted();
    const renewed = await renewDocuments({ database, db: database.write, log }, 500);
    if (renewed === 0) return count;
    count += renewed;
  }
}

async function takeMarks(db: Db, limit: number): Promise<{ companyId: string; userId: string | null }[]> {
  // A person may have thousands of marks.
  const { rows } = await sql<{ companyId: string; userId: string | null }>`
    with oldest as (
      select distinct company_id, user_id
      from (select company_id, user_id from search_changes order by id limit ${limit}) marks),
    taken as (
      delete from search_changes c using oldest o
      where c.company_id = o.company_id and c.user_id is not distinct from o.user_id)
    select company_id, user_id from oldest`.execute(db);
  return rows;
}

async function renew(db: Db, marks: { companyId: string; userId: string | null }[]): Promise<void> {
  const companies = [...new Set(marks.flatMap(({ companyId, userId }) => (userId === null ? companyId : [])))];
  const people = JSON.stringify(marks.filter(({ userId }) => userId !== null));
  const marked = sql`
    select (p->>'companyId')::uuid as company_id, (p->>'userId')::uuid as user_id from jsonb_array_elements(${people}::jsonb) p`;
  const { rows: sources } = await sql<Source>`
    with wanted as materialized (
      ${marked} union select company_id, user_id from employees where company_id = any(${companies}::uuid[]))
    select e.company_id, e.user_id, l.id as location_id, u.first_name, u.last_name, e.profession, c.name as company,
      l.name as place_name, concat_ws(' ', l.name, l.address, l.country, g.line_address, g.city) as place,
      g.latitude, g.longitude, array(
        select s.name from services s
        join service_people p on p.company_id = s.company_id and p.service_id = s.id
          and (p.location_id is null or p.location_id = l.id)
        join calendars k on k.company_id = p.company_id and k.id = p.calendar_id
        where k.company_id = e.company_id and k.user_id = e.user_id and s.is_active
        group by s.id, s.name, s.position order by s.position, s.id) as services
    from wanted w
    join employees e on e.company_id = w.company_id and e.user_id = w.user_id and e.is_profile_public
    join users u on u.id = e.user_id
    join companies c on c.id = e.company_id
    join employee_locations el on el.company_id = e.company_id and el.user_id = e.user_id
    join locations l on l.company_id = el.company_id and l.id = el.location_id
    left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id`.execute(db);
  const { rows: gone } = await sql<{ terms: string[] }>`
    delete from search_documents
    where company_id = any(${companies}::uuid[]) or (company_id, user_id) in (${marked})
    returning tsvector_to_array(document) as terms`.execute(db);
  const terms = await insertDocuments(db, sources);
  await deleteUnusedTerms(
    db,
    gone.flatMap((one) => one.terms).filter((term) => !terms.has(term)),
  );
}

/** Returns the words of the documents. */
async function insertDocuments(db: Db, sources: readonly Source[]): Promise<Set<string>> {
  const terms = new Set<string>();
  const documents: object[] = [];
  for (const { firstName, lastName, ...source } of sources) {
    // A document of many services takes a few milliseconds, which others do not wait for.
    await setImmediate();
    const written = writeDocument({ ...source, name: `${firstName} ${lastName}` });
    for (const term of written.terms) terms.add(term);
    const { companyId, userId, locationId, placeName, latitude, longitude } = source;
    const ids = { company_id: companyId, user_id: userId, location_id: locationId };
    const order = { sort_name: `${lastName} ${firstName}`, place_name: placeName };
    documents.push({ ...ids, document: written.document, ...order, latitude, longitude });
  }
  if (documents.length === 0) return terms;
  await sql`
    insert into search_documents
    select * from jsonb_populate_recordset(null::search_documents, ${JSON.stringify(documents)}::jsonb)`.execute(db);
  await sql`
    insert into search_vocabulary select unnest(${[...terms]}::text[]) on conflict do nothing`.execute(db);
  return terms;
}

async function deleteUnusedTerms(db: Db, terms: readonly string[]): Promise<void> {
  if (terms.length === 0) return;
  await sql`
    delete from search_vocabulary v
    where v.word = any(${[...new Set(terms)]}::text[])
      and not exists (select from search_documents d where d.document @@ quote_literal(v.word)::tsquery)`.execute(db);
}
