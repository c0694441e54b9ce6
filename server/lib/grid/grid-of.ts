// Serves the standard operations of a resource from where its rows come from and what its input writes.
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
import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { translate } from '#server/lib/i18n.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';
import { exportList } from './export-list.ts';
import { allRows, page, rowById } from './page.ts';
import type { Source } from './source.ts';
import { restoreDeleted, snapshotBeforeDelete } from './undo-delete.ts';

/** What a list reads, and where its changes go when it has standard ones. */
export interface Store<Written = never> extends Source {
  /** The table of the records; its rows have an `id`, and in the company area a `company_id`. */
  table?: keyof Schema & string;
  /** The columns that an input writes. `id` is undefined while the record is new. */
  values?(context: SignedIn, input: Written, id: string | undefined): object | Promise<object>;
  /** Why a record cannot be deleted now, as a code with words; nothing when it can. */
  whyNotDeletable?(context: SignedIn, id: string): Promise<string | undefined>;
  /** Unique indexes by name: the field on the wire whose value is taken already. */
  unique?: Readonly<Record<string, string>>;
}

type InputOf<D extends ResourceDeclaration> = D['input'] extends { _zod: { output: infer Output } } ? Output : never;

// biome-ignore lint/suspicious/noExplicitAny: one shape for every operation of every list; `serve` ties each to its declaration by name.
type Handle = (context: any, input: any) => Promise<any>;

/** A handler for each standard operation the resource has; a feature replaces single ones by its own verbs. */
export function gridOf<D extends ResourceDeclaration>(
  declared: Resource<D>,
  store: Store<InputOf<D>>,
): Record<keyof OperationsOf<D> & keyof StandardOperations, Handle> {
  // Seen as any resource: its operations are there or not.
  const resource = declared as unknown as AnyResource;
  const handlers: Record<keyof StandardOperations, Handle> = {
    getPaginated: (context: SignedIn, input) => page(context, resource, store, input),
    getAll: (context: SignedIn) => allRows(context, resource, store),
    getById: (context: SignedIn, { id }: { id: string }) => rowById(context, resource, store, id),
    export: (context: SignedIn, input) => exportList(context, resource, store, input),
    insert: (context: SignedIn, input) => insert(context, resource, store, input),
    update: (context: SignedIn, input) => update(context, resource, store, input),
    delete: (context: SignedIn, { id }: { id: string }) => remove(context, resource, store, id),
    restore: (context: SignedIn, { id }: { id: string }) => restore(context, resource, store, id),
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
  { id = '', version, ...fields }: Input<Written>,
): Promise<JsonText> {
  return withConflictRefusals(context, resource, store, async (tx) => {
    await lockVersion(tx, resource, store, id, version);
    const values = await store.values?.(tx, fields as Written, id);
    await table(tx, store).update(id, { ...values });
    return rowById(tx, resource, store, id);
  });
}

/**
 * Locks a record for a change. Throws 404 for one the caller may not see, and 409 with the record as it is now (`Row`) when
 * it is not in the version the caller knows.
 */
export async function lockVersion(
  context: SignedIn,
  resource: AnyResource,
  store: Source & { table?: keyof Schema & string },
  id: string,
  version: string | undefined,
): Promise<void> {
  await rowById(context, resource, store, id);
  const locked = await table(context, store).lock(id);
  if (version !== undefined && locked !== version) {
    const { text } = await rowById(context, resource, store, id);
    throw new Refusal(409, 'grid.changed', { details: { Row: JSON.parse(text) } });
  }
}

function remove(context: SignedIn, resource: AnyResource, store: Store, id: string): Promise<undefined> {
  const act = async (tx: SignedIn) => {
    const row = JSON.parse((await rowById(tx, resource, store, id)).text);
    if (row.IsSystem) throw new Refusal(409, 'grid.isSystem');
    const reason = await store.whyNotDeletable?.(tx, id);
    if (reason) throw new Refusal(409, reason);
    if (resource.operations.restore && store.table) {
      await snapshotBeforeDelete(tx, { list: resource.name, area: resource.area, table: store.table, id });
    }
    await table(tx, store).delete(id);
    await audit(tx, `Deleted ${titleOf(resource, row)} from ${resource.name}`);
    return undefined;
  };
  return withConflictRefusals(context, resource, store, act, true);
}

function restore(context: SignedIn, resource: AnyResource, store: Store, id: string): Promise<JsonText> {
  return withConflictRefusals(context, resource, store, async (tx) => {
    await restoreDeleted(tx, { list: resource.name, id });
    const row = await rowById(tx, resource, store, id);
    await audit(tx, `Took back the deletion of ${titleOf(resource, JSON.parse(row.text))} from ${resource.name}`);
    return row;
  });
}

/** What people call a row, from its answer. */
function titleOf({ declared: { title, row } }: AnyResource, answer: Record<string, unknown>): unknown {
  return answer[wireName(title, row.shape[title] as never)];
}

function clear(context: SignedIn, resource: AnyResource, store: Store): Promise<undefined> {
  return withConflictRefusals(context, resource, store, async (tx) => {
    await table(tx, store).clear(resource.area);
    await audit(tx, `Cleared ${resource.name}`);
    return undefined;
  });
}

/** Runs a change of either area in its transaction, and says what the database refuses in words. */
export async function withConflictRefusals<T>(
  context: SignedIn,
  resource: AnyResource,
  store: { unique?: Readonly<Record<string, string>> },
  act: (tx: SignedIn) => Promise<T>,
  isDeletion = false,
): Promise<T> {
  try {
    // Calls of the company area are in their company's transaction already.
    return await (resource.area === 'system' ? transaction(context, act) : act(context));
  } catch (error) {
    // PostgreSQL's own fields of an error.
    const { code, constraint = '' } = error as { code?: string; constraint?: string };
    // Something else points at what is deleted, or what is written points at nothing of the caller's.
    if (code === '23503') throw isDeletion ? new Refusal(409, inUse(resource)) : notFound();
    const field = code === '23505' ? store.unique?.[constraint] : undefined;
    if (field) throw invalid(field, 'grid.taken');
    throw error;
  }
}

/** What still uses a record, where the list has words for it. */
function inUse({ name }: AnyResource): string {
  const own = `list.${name}.inUse`;
  return translate('en', own) === own ? 'grid.inUse' : own;
}

/** The plain changes of a table whose name is data; under row-level security they reach the caller's company only. */
function table({ db }: SignedIn, store: { table?: keyof Schema & string }) {
  if (!store.table) throw new Error('This list has no table of its own: its changes are verbs.');
  // Any table with an id: Kysely's types want to know which.
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
    async lock(id: string): Promise<string | undefined> {
      const { rows } = await sql<{
        version: string;
      }>`select xmin::text as version from ${sql.table(name)} where id = ${id}::uuid for update`.execute(db);
      return rows[0]?.version;
    },
  };
}

/** The version of a record, as a column of its list: PostgreSQL's own mark of the transaction that wrote it last. */
export function versionOf(alias: string) {
  return sql<string>`${sql.ref(`${alias}.xmin`)}::text`.as('version');
}
