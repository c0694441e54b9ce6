// Reads lists as JSON with wire names, written by PostgreSQL in one statement: a page, all rows, one row.
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type AnyList, type AnyResource, maxCounted, maxRowsInGetAll, type PageInput } from '#contract/lib/resource.ts';
import { pascal } from '#contract/lib/service.ts';
import type { Db } from '#server/db/pool.ts';
import { companyTransaction, readTransaction } from '#server/db/transaction.ts';
import { withCompanyTurn } from '#server/lib/company-turns.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { oneAsJson, rowAsJson } from '#server/lib/sql/as-json.ts';
import { type Matching, matching, ordered, orderedIds } from './matching.ts';
import { type RowSource, rowsOf } from './source.ts';

/** Selects `total` and `is_lower_bound`. */
type CountQuery = RawBuilder<unknown>;

/**
 * The bound of the count of search results, beyond the current page. Every counted row has to be matched, so it is low;
 * at least ten pages, so that a reader can turn pages.
 */
const foundBeyond = 500;
/** In lists of millions, only this many of the first rows are searched for the count. */
const maxScanned = 20_000;

/**
 * Returns a page of the list: `{ TotalRows, IsLowerBound, <List> }`. Rows are counted up to a bound, which also limits
 * the pages. Throws 417 for an unknown order or a page beyond it.
 */
export function paginate(context: SignedIn, list: AnyList, source: RowSource, input: PageInput): Promise<JsonText> {
  const { pageNr, rowsPerPage } = input;
  const offset = (pageNr - 1) * rowsPerPage;
  if (offset >= maxCounted) throw invalid('PageNr', 'grid.tooFar');
  const { declared } = list;
  return readList(context, list, source, async (tx) => {
    const rows = source.rows(tx);
    const conditions = await matching(tx, list, source, input);
    const order = ordered(list, source, input.order);
    const wire = rowAsJson(declared.pageRow ?? declared.row);
    const shared = source.shared?.(tx);
    const isLong = source.searchColumn !== undefined && input.search !== '';
    const count = shared
      ? countFound()
      : isLong
        ? countNearby(rows, conditions, ordered(list, source, ''), offset, rowsPerPage)
        : countAll(rows, conditions, input);
    // First select only the keys, one more than a page: rows skipped by the offset are not joined. The array says how
    // few they are, whatever the rows are estimated at.
    const keys = shared
      ? sql`${shared}, ${findAll(rows, conditions, order)}, keys as materialized (
        select place - ${offset} as position, id from found where place > ${offset} and place <= ${offset + rowsPerPage + 1})`
      : sql`keys as materialized (
        select row_number() over () as position, k.id from (
          ${orderedIds(tx, list, source, input, conditions, { limit: rowsPerPage + 1, offset })}) k)`;
    return json(
      tx.db,
      sql`with ${keys}
      select json_build_object(
        'TotalRows', counted.total, 'IsLowerBound', counted.is_lower_bound,
        ${pascal(declared.rowsKey)}::text, (
          select coalesce(json_agg(${wire} order by keys.position), '[]'::json)
          from keys join (${rows}) r on r.id = keys.id and r.id = any(array(select id from keys))
          where keys.position <= ${rowsPerPage}))
      from (${count}) counted`,
    );
  });
}

/** All matching rows with their place, for callers who see a part of the list: no index has it in its order. */
function findAll(rows: Expression<object>, { all }: Matching, order: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`found as materialized (select r.id, row_number() over (order by ${order}) as place from (${rows}) r where ${all})`;
}

/** Counts the rows of `findAll`. */
function countFound(): CountQuery {
  return sql`select least(count(*), ${maxCounted}::bigint) as total, count(*) > ${maxCounted} as is_lower_bound from found`;
}

/** Counts all matching rows, up to a bound. */
function countAll(rows: Expression<object>, { all }: Matching, { search, pageNr, rowsPerPage }: PageInput): CountQuery {
  const beyond = (pageNr - 1) * rowsPerPage + Math.max(foundBeyond, 10 * rowsPerPage);
  const max = search ? Math.min(beyond, maxCounted) : maxCounted;
  return sql`select least(found.total, ${max}::bigint) as total, found.total > ${max} as is_lower_bound
    from (select count(*) as total from (select from (${rows}) r where ${all} limit ${max + 1}) each_one) found`;
}

/** The exact count when the `keys` end on this page; otherwise the matches among the first rows, as a lower bound. */
function countNearby(
  rows: Expression<object>,
  { all, range }: Matching,
  order: RawBuilder<unknown>,
  offset: number,
  rowsPerPage: number,
): CountQuery {
  return sql`
    select case when on_page.is_last then ${offset} + on_page.found else greatest(${offset} + on_page.found, near.found) end as total,
      not on_page.is_last and near.looked_at = ${maxScanned} as is_lower_bound
    from (select count(*) as found, count(*) <= ${rowsPerPage} and (count(*) > 0 or ${offset} = 0) as is_last from keys) on_page
    cross join lateral (
      select count(*) filter (where ${all}) as found, count(*) as looked_at from (
        select r.* from (${rows}) r where ${range} and not on_page.is_last
        order by ${order} limit ${maxScanned}) r) near`;
}

/** Returns all rows in the list's default order, up to a maximum. */
export function allRows(context: SignedIn, resource: AnyResource, source: RowSource): Promise<JsonText> {
  return readList(context, resource, source, (tx) => {
    const list = sql`select r.*, row_number() over (order by ${ordered(resource, source, '')}) as row_number
      from (${rowsOf(source, tx)}) r order by row_number limit ${maxRowsInGetAll}`;
    const wire = rowAsJson(resource.declared.row);
    return json(tx.db, sql`select coalesce(json_agg(${wire} order by r.row_number), '[]'::json) from (${list}) r`);
  });
}

/** Returns one of the rows that the caller may see. Throws 404. */
export async function rowById(
  context: SignedIn,
  resource: AnyResource,
  source: RowSource,
  id: string,
): Promise<JsonText> {
  const found = await oneAsJson(
    context.db,
    resource.declared.row,
    sql`select r.* from (${rowsOf(source, context)}) r where r.id = ${id}::uuid`,
  );
  if (!found) throw notFound();
  return found;
}

/**
 * Reads in the company's turn and in a transaction. Plans statements for their actual values: the selectivity of a
 * range or a word decides how to read a list.
 */
function readList<T>(
  context: SignedIn,
  { area }: Pick<AnyList, 'area'>,
  { limitsToCompany }: RowSource,
  read: (tx: SignedIn) => Promise<T>,
): Promise<T> {
  return withCompanyTurn(context, context.user.companyId, () => {
    if (area === 'system' || limitsToCompany) return readTransaction(context, read);
    return companyTransaction(context, { readOnly: true }, async (tx) => {
      const [, result] = await Promise.all([
        sql`set local plan_cache_mode = force_custom_plan`.execute(tx.db),
        read(tx),
      ]);
      return result;
    });
  });
}

async function json(db: Db, query: RawBuilder<unknown>): Promise<JsonText> {
  const { rows } = await sql<{ json: string }>`select (${query})::text as json`.execute(db);
  return new JsonText(rows[0]?.json ?? 'null');
}
