// Implements the standard operations of a resource from its source of rows and the columns its input writes.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type {
  AnyResource,
  OperationsOf,
  Resource,
  ResourceDeclaration,
  StandardOperations,
} from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { Schema } from '#server/db/schema.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { completeUpdate, recordIn } from '#server/lib/http/complete-update.ts';
import { type Problem, Refusal } from '#server/lib/refusal.ts';
import { asRefusal, withConflictRefusals } from './conflict-refusals.ts';
import { exportList } from './export-list.ts';
import { allRows, paginate, rowById } from './page.ts';
import type { RowSource } from './source.ts';
import { restoreDeleted, snapshotBeforeDelete } from './undo-delete.ts';

/** The source of a list and, for standard changes, their target. */
export interface Store<Written = never> extends RowSource {
  /** The table of the records; it has an `id`, and in the company area a `company_id`. */
  table?: keyof Schema & string;
  /** The columns that an input writes. `id` is undefined for a new record. */
  values?(context: SignedIn, input: Written, id: string | undefined): object | Promise<object>;
  /** Locks what an update changes beside the record, where other changes lock it first. */
  lockForUpdate?(context: SignedIn, id: string, given: Partial<Written>): Promise<void>;
  /** Why a record cannot be deleted now: a code with words, or several reasons; nothing when it can. */
  whyNotDeletable?(context: SignedIn, id: string): Promise<MessageKey | DeletionObstacle[] | undefined>;
  /** Locks what the deletion of records changes beside them, in the order in which other changes lock it. */
  lockForDelete?(context: SignedIn, ids: readonly string[]): Promise<void>;
  /** Brings up to date what may have changed while the record was deleted. Called in the transaction that restores it. */
  afterRestore?(context: SignedIn, id: string): Promise<void>;
  /** Called after the deletion of records is committed. */
  afterDelete?(context: SignedIn, ids: readonly string[]): Promise<void>;
  /** Throws when there is no room for another record. Called before one is added or restored. */
  assertRoom?(context: SignedIn): Promise<void>;
  /** Unique indexes by name: the field on the wire whose value is taken already. */
  unique?: Readonly<Record<string, string>>;
}

/** Why a record cannot be deleted, and the page that shows what prevents it. */
export type DeletionObstacle = Omit<Problem, 'id'>;

/** The input of an insert or an update of a list. */
export type InputOf<D extends ResourceDeclaration> = D['input'] extends { _zod: { output: infer Output } }
  ? Output
  : never;

// biome-ignore lint/suspicious/noExplicitAny: one shape for all operations; `serve` ties each to its declaration.
type Handle = (context: any, input: any) => Promise<any>;

/** Returns a handler for each standard operation of the resource; a feature can replace single ones with its own. */
export function gridOf<D extends ResourceDeclaration>(
  declared: Resource<D>,
  store: Store<InputOf<D>>,
): Record<keyof OperationsOf<D> & keyof StandardOperations, Handle> {
  // As AnyResource, its operations are optional.
  const resource = declared as unknown as AnyResource;
  const handlers: Record<keyof StandardOperations, Handle> = {
    getPaginated: (context: SignedIn, input) => paginate(context, resource, store, input),
    getAll: (context: SignedIn) => allRows(context, resource, store),
    getById: (context: SignedIn, { id }: { id: string }) => rowById(context, resource, store, id),
    export: (context: SignedIn, input) => exportList(context, resource, store, input),
    insert: (context: SignedIn, input) => insert(context, resource, store, input),
    update: (context: SignedIn, input) => update(context, resource, store, input),
    delete: (context: SignedIn, { id }: { id: string }) => remove(context, resource, store, [id]),
    deleteMany: (context: SignedIn, { ids }: { ids: string[] }) => remove(context, resource, store, ids),
    restore: (context: SignedIn, { id }: { id: string }) => restore(context, resource, store, id),
    restoreMany: (context: SignedIn, { ids }: { ids: string[] }) => restoreMany(context, resource, store, ids),
    clear: (context: SignedIn) => clear(context, resource, store),
  };
  return handlers;
}

type Input<Written> = Written & { id?: string; version?: string };

function insert<Written>(
  context: SignedIn,
  resource: AnyResource,
  store: Store<Written>,
  { id: _id, version: _version, ...fields }: Input<Written>,
): Promise<JsonText> {
  return withConflictRefusals(context, resource, store, async (tx) => {
    await store.assertRoom?.(tx);
    const id = randomUUIDv7();
    // The rest of the input after id and version.
    const values = await store.values?.(tx, fields as Written, undefined);
    const company = resource.area === 'company' ? { companyId: tx.user.companyId } : {};
    await table(tx, store).insert({ ...company, id, ...values });
    return rowById(tx, resource, store, id);
  });
}

function update<Written>(
  context: SignedIn,
  resource: AnyResource,
  store: Store<Written>,
  { id = '', version, ...given }: Input<Partial<Written>>,
): Promise<JsonText> {
  return withConflictRefusals(context, resource, store, async (tx) => {
    await store.lockForUpdate?.(tx, id, given as Partial<Written>);
    await table(tx, store).lock(id);
    const row = await rowForUpdate(tx, resource, store, id, version);
    const values = await store.values?.(tx, completeInput(resource, given, row), id);
    await table(tx, store).update(id, { ...values });
    return rowById(tx, resource, store, id);
  });
}

/**
 * Returns a record that the caller has locked. Throws 404 when they may not see it, and 409 with the record (`Row`)
 * when `version` is not the current one.
 */
export async function rowForUpdate(
  context: SignedIn,
  resource: AnyResource,
  source: RowSource,
  id: string,
  version: string | undefined,
): Promise<JsonText> {
  const row = await rowById(context, resource, source, id);
  const record = JSON.parse(row.text) as Record<string, unknown>;
  if (version !== undefined && version !== fieldOfAnswer(resource, 'version', record)) {
    throw new Refusal(409, 'grid.changed', { details: { Row: record } });
  }
  return row;
}

/** The input of an update with the present values of the omitted fields. */
export function completeInput<Written>({ declared }: AnyResource, given: object, row: JsonText): Written {
  if (!declared.input) throw new Error('A list without an input is not updated.');
  return completeUpdate(declared.input.shape, given, recordIn(declared.row, row));
}

async function remove(
  context: SignedIn,
  resource: AnyResource,
  store: Store,
  given: readonly string[],
): Promise<undefined> {
  const ids = distinct(given);
  await withConflictRefusals(context, resource, store, async (tx) => {
    await store.lockForDelete?.(tx, ids);
    await changeEach(tx, resource, store, ids, deletion, (id) => removeOne(tx, resource, store, id));
  });
  await store.afterDelete?.(context, ids);
  return undefined;
}

async function removeOne(tx: SignedIn, resource: AnyResource, store: Store, id: string): Promise<void> {
  const row = JSON.parse((await rowById(tx, resource, store, id)).text);
  if (row.IsSystem) throw new Refusal(409, 'grid.isSystem');
  const reason = await store.whyNotDeletable?.(tx, id);
  if (typeof reason === 'string') throw new Refusal(409, reason);
  if (reason?.[0]) throw new Refusal(409, reason[0].code, { problems: reason.map((one) => ({ id, ...one })) });
  if (resource.operations.restore && store.table) {
    await snapshotBeforeDelete(tx, { list: resource.name, area: resource.area, table: store.table, id });
  }
  await table(tx, store).delete(id);
  await audit(tx, `Deleted ${fieldOfAnswer(resource, resource.declared.title, row)} from ${resource.name}`);
}

function restore(context: SignedIn, resource: AnyResource, store: Store, id: string): Promise<JsonText> {
  return withConflictRefusals(context, resource, store, (tx) => restoreOne(tx, resource, store, id));
}

async function restoreMany(
  context: SignedIn,
  resource: AnyResource,
  store: Store,
  ids: readonly string[],
): Promise<undefined> {
  // Restore in reverse order, because a record may depend on one deleted after it.
  const latestFirst = distinct(ids).toReversed();
  await withConflictRefusals(context, resource, store, (tx) =>
    changeEach(tx, resource, store, latestFirst, restoring, (id) => restoreOne(tx, resource, store, id)),
  );
  return undefined;
}

async function restoreOne(tx: SignedIn, resource: AnyResource, store: Store, id: string): Promise<JsonText> {
  await store.assertRoom?.(tx);
  await restoreDeleted(tx, { list: resource.name, id });
  await store.afterRestore?.(tx, id);
  const row = await rowById(tx, resource, store, id);
  await audit(
    tx,
    `Took back the deletion of ${fieldOfAnswer(resource, resource.declared.title, JSON.parse(row.text))} from ${resource.name}`,
  );
  return row;
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

interface ChangeOfMany {
  /** The message when some of the records are refused. */
  notAll: MessageKey;
  isDeletion: boolean;
}

const deletion: ChangeOfMany = { notAll: 'grid.notAllDeleted', isDeletion: true };
const restoring: ChangeOfMany = { notAll: 'grid.notRestoredMany', isDeletion: false };

/**
 * Changes each of the records. When one of several is refused, tries the others as well, then throws 409 with the
 * reasons for each, so that the transaction undoes all; a single refusal, and records that are all unknown, are thrown
 * as they are.
 */
async function changeEach(
  tx: SignedIn,
  resource: AnyResource,
  store: Store,
  ids: readonly string[],
  { notAll, isDeletion }: ChangeOfMany,
  change: (id: string) => Promise<unknown>,
): Promise<void> {
  const refusals: { id: string; refusal: Refusal }[] = [];
  for (const id of ids) {
    await sql`savepoint one_record`.execute(tx.db);
    try {
      await change(id);
      await sql`release savepoint one_record`.execute(tx.db);
    } catch (error) {
      const refusal = asRefusal(error, resource, store, isDeletion);
      if (!refusal) throw error;
      await sql`rollback to savepoint one_record`.execute(tx.db);
      refusals.push({ id, refusal });
    }
  }
  const [first] = refusals;
  if (!first) return;
  const isUnknown = refusals.every(({ refusal }) => refusal.status === 404);
  if (ids.length === 1 || (isUnknown && refusals.length === ids.length)) throw first.refusal;
  throw new Refusal(409, notAll, { problems: refusals.flatMap(problemsOf) });
}

function problemsOf({ id, refusal }: { id: string; refusal: Refusal }): Problem[] {
  const [complaint] = refusal.complaints;
  return refusal.problems ?? [{ id, code: complaint?.code ?? refusal.code, params: complaint?.params }];
}

/** A field of a row, from its answer. */
function fieldOfAnswer({ declared: { row } }: AnyResource, field: string, answer: Record<string, unknown>): unknown {
  return answer[wireName(field, row.shape[field] as never)];
}

function clear(context: SignedIn, resource: AnyResource, store: Store): Promise<undefined> {
  return withConflictRefusals(context, resource, store, async (tx) => {
    await table(tx, store).clear(resource.area);
    await audit(tx, `Cleared ${resource.name}`);
    return undefined;
  });
}

/** Plain changes of a table whose name is data; row-level security limits them to the caller's company. */
function table({ db }: SignedIn, store: { table?: keyof Schema & string }) {
  if (!store.table) throw new Error('This list has no table of its own: its changes are verbs.');
  // Kysely's types need one concrete table; any with an id will do.
  const name = store.table as 'contacts';
  return {
    insert: (values: object) =>
      db
        .insertInto(name)
        .values(values as never)
        .execute(),
    update: (id: string, values: object) =>
      db
        .updateTable(name)
        .set(values as never)
        .where('id', '=', id)
        .execute(),
    delete: (id: string) => db.deleteFrom(name).where('id', '=', id).execute(),
    clear: (area: 'company' | 'system') =>
      area === 'system' ? sql`truncate ${sql.table(name)}`.execute(db) : db.deleteFrom(name).execute(),
    lock: (id: string) => sql`select from ${sql.table(name)} where id = ${id}::uuid for update`.execute(db),
  };
}

/** The version of a record as a column of its list: the id of the transaction that last wrote it (`xmin`). */
export function versionOf(alias: string) {
  return sql<string>`${sql.ref(`${alias}.xmin`)}::text`.as('version');
}
