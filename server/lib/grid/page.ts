// Lists as JSON text with the wire's names, written by PostgreSQL in one statement: a page, all rows, one row.
import { type RawBuilder, sql } from 'kysely';
import { type AnyResource, mostCounted, mostInAll, type PageInput } from '#contract/lib/resource.ts';
import { pascal } from '#contract/lib/service.ts';
import type { Db } from '#server/db/pool.ts';
import { readTransaction } from '#server/db/transaction.ts';
import { JsonText } from '#server/lib/answer.ts';
import { oneAsJson, rowAsJson } from '#server/lib/as-json.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { matching, ordered, type Source } from './matching.ts';

/**
 * Counting what a search finds ends sooner, as each row has to be looked at: so many beyond the page, and ten pages at least, so
 * that one can go on.
 */
const foundBeyond = 500;

/**
 * A page of the list: `{ TotalRows, IsLowerBound, <List> }`. Rows are counted up to a bound, and pages reach no further than it.
 * Throws 417 for an unknown order or a page beyond.
 */
export function page(context: SignedIn, resource: AnyResource, source: Source, input: PageInput): Promise<JsonText> {
  const { pageNr, rowsPerPage } = input;
  const offset = (pageNr - 1) * rowsPerPage;
  if (offset >= mostCounted) throw invalid('PageNr', 'grid.tooFar');
  const beyond = Math.max(foundBeyond, 10 * rowsPerPage);
  const most = input.search ? Math.min(offset + beyond, mostCounted) : mostCounted;
  return planned(context, resource, async (within) => {
    const rows = source.rows(within);
    const where = await matching(within, resource, source, input);
    const order = ordered(resource, input.order);
    // First only the keys: what is skipped on the way to a later page is not joined with anything.
    const keys = sql`select row_number() over () as position, k.id from (
      select r.id from (${rows}) r where ${where} order by ${order} limit ${rowsPerPage} offset ${offset}) k`;
    const wire = rowAsJson(resource.declared.row);
    return json(
      within.db,
      sql`select json_build_object(
        'TotalRows', least(counted.total, ${most}::bigint), 'IsLowerBound', counted.total > ${most},
        ${pascal(resource.declared.list)}::text, (
          select coalesce(json_agg(${wire} order by keys.position), '[]'::json)
          from (${keys}) keys join (${rows}) r on r.id = keys.id))
      from (select count(*) as total from (select from (${rows}) r where ${where} limit ${most + 1}) found) counted`,
    );
  });
}

/** All rows in the list's own order, as far as anybody reads. */
export function allRows(context: SignedIn, resource: AnyResource, source: Source): Promise<JsonText> {
  return planned(context, resource, (within) => {
    const list = sql`select r.*, row_number() over (order by ${ordered(resource, '')}) as position
      from (${source.rows(within)}) r order by position limit ${mostInAll}`;
    const wire = rowAsJson(resource.declared.row);
    return json(within.db, sql`select coalesce(json_agg(${wire} order by r.position), '[]'::json) from (${list}) r`);
  });
}

/** One row of those the caller may see. Throws 404. */
export async function rowById(context: SignedIn, resource: AnyResource, source: Source, id: string): Promise<JsonText> {
  const found = await oneAsJson(
    context.db,
    resource.declared.row,
    sql`select r.* from (${source.rows(context)}) r where r.id = ${id}::uuid`,
  );
  if (!found) throw notFound();
  return found;
}

/**
 * Reads with statements planned for the values they have: how far a range or a word narrows a list decides how to read it.
 * Calls of the company area are in their company's transaction already.
 */
export async function planned<T>(
  context: SignedIn,
  resource: AnyResource,
  read: (within: SignedIn) => Promise<T>,
): Promise<T> {
  if (resource.area === 'system') return readTransaction(context, read);
  const [, result] = await Promise.all([
    sql`set local plan_cache_mode = force_custom_plan`.execute(context.db),
    read(context),
  ]);
  return result;
}

async function json(db: Db, query: RawBuilder<unknown>): Promise<JsonText> {
  const { rows } = await sql<{ json: string }>`select (${query})::text as json`.execute(db);
  return new JsonText(rows[0]?.json ?? 'null');
}
