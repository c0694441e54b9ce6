// Declares an administered list once: its rows, who may read them, how they are searched and changed.
// The standard operations are derived from the declaration.
import { z } from 'zod';
import { id, knownZone, moment, newId, pageNr } from './fields.ts';
import { insertInput, updateInput } from './record-input.ts';
import { del, get, type May, type Operation, post, type Service, service } from './service.ts';
import { kindOf, wireName } from './wire.ts';

/** Everything a list declares to be paginated, searched, sorted, filtered and exported. */
export interface ListDeclaration {
  /** The name of the rows in a page of the answer, such as `audits`. */
  rowsKey: string;
  /**
   * Every field of a returned row. It includes `id`, and `version` when rows can be updated; it has a `wire` of its own
   * where another field is named `Version` on the wire.
   */
  row: z.ZodObject;
  /** The fields of a row in a page, when some are too expensive to search, sort or export over all rows. */
  pageRow?: z.ZodObject;
  /** The field by which people name a row. */
  title: string;
  /** Fields shown beside the title when several rows can share it. */
  subtitle?: readonly string[];
  /** Fields to sort by. Calls without an order sort by the first, descending; a screen opens with names from A to Z. */
  sort: readonly string[];
  /** Aliases of fields in `field:value` searches, in addition to the wire names; lower case. */
  search?: Readonly<Record<string, string>>;
  /** The fields in which plain words are searched, when not in all: those of `searchColumn` of the store. */
  wordFields?: readonly string[];
  /** For a log: the field limited by `startDate` and `endDate`, and how far back the range starts by default. */
  range?: { field: string; defaultSpan: { days?: number; months?: number } };
}

type Reserved = 'insert' | 'update' | 'delete' | 'restore' | 'export';

/** The meaning of a list of records. Behaviour lives in the server's `gridOf`, presentation in the page. */
export interface ResourceDeclaration extends ListDeclaration {
  /** Describes the list in one sentence on the API page. */
  about: string;
  may: Exclude<May, 'anyone'>;
  /** The callers of operations for which `may` would be too wide; a grant of the page does not permit these. */
  reserved?: { readonly [C in Reserved]?: Exclude<May, 'anyone'> };
  /** The route of the list's page. A grant of that page also permits its reading operations. */
  page: string;
  /**
   * The fields a caller can write: the input of Insert and Update, as far as `can` allows them. An insert takes the
   * defaults of omitted fields, an update their present values.
   */
  input?: z.ZodObject;
  /** The initial values of a new record. */
  blank?: () => Record<string, unknown>;
  can?: readonly ('insert' | 'update' | 'delete' | 'restore' | 'clear')[];
  /** The tables that the rows are read from: when a synchronized one changes, open lists reload. */
  tables?: readonly string[];
  /** Additional operations, such as `pay`. */
  more?: Service;
}

/** Rows are counted up to this number; beyond it, `isLowerBound` is true. */
export const maxCounted = 100_000;
/** Maximum rows of one page, and of GetAll. */
export const maxRowsPerPage = 200;
export const maxRowsInGetAll = 5_000;

const rangeNote =
  "Both ends are inclusive and can be given in either order. An instant, or a date (`2026-03-29`): in the company area, in the time zone of the caller's current location; in the system area, in UTC.";

const pageShape = {
  pageNr,
  rowsPerPage: z.number().int().min(1).max(maxRowsPerPage).default(20),
  search: z.string().max(200).default(''),
  /** `field` or `-field`, by wire name. */
  order: z.string().max(60).default(''),
  startDate: moment.optional().describe(`${rangeNote} A date means the start of that day.`),
  endDate: moment.optional().describe(`${rangeNote} A date means the end of that day.`),
  timeZone: knownZone
    .optional()
    .describe(
      "The time zone in which days of `search` count and times are exported. By default, that of the caller's current location; in the system area, UTC.",
    ),
};
const { pageNr: _pageNr, rowsPerPage: _rowsPerPage, ...unpagedShape } = pageShape;

export const exportFormats = ['csv', 'xlsx'] as const;
const exportShape = {
  ...unpagedShape,
  format: z.enum(exportFormats).default('csv'),
  /** Wire names of the columns, in order; all columns when omitted. */
  columns: z.array(z.string().max(60)).max(60).optional(),
};

export type PageInput = z.output<z.ZodObject<typeof pageShape>>;
export type ExportInput = z.output<z.ZodObject<typeof exportShape>>;

type Can<D extends ResourceDeclaration> = D['can'] extends readonly (infer C)[] ? C : never;
type InputSchemaOf<D extends ResourceDeclaration> = D['input'] extends z.ZodObject ? D['input'] : never;
type Op<D extends ResourceDeclaration, I extends z.ZodObject, O extends z.ZodType | null> = Operation<I, O, D['may']>;
type PageRow<D extends ListDeclaration> = D['pageRow'] extends z.ZodObject ? D['pageRow'] : D['row'];
type If<Condition, Then> = Condition extends true ? Then : unknown;
type Includes<D extends ResourceDeclaration, C extends string> = C extends Can<D> ? true : false;
type WithId<I extends z.ZodObject> = z.ZodObject<
  { [K in keyof I['shape']]: z.ZodOptional<I['shape'][K]> } & { id: typeof id; version: z.ZodOptional<z.ZodString> }
>;
type MaybeId<I extends z.ZodObject> = z.ZodObject<
  I['shape'] & { id: z.ZodOptional<typeof id>; version: z.ZodOptional<z.ZodString> }
>;
type Paged<D extends ListDeclaration> = z.ZodObject<
  { totalRows: z.ZodNumber; isLowerBound: z.ZodBoolean } & Record<D['rowsKey'], z.ZodArray<PageRow<D>>>
>;
type OnlyId = z.ZodObject<{ id: typeof id }>;
type OnlyIds = z.ZodObject<{ ids: z.ZodArray<typeof id> }>;
type Empty = z.ZodObject<Record<never, never>>;

/** The operations that every list has. */
export type ListCalls<D extends ListDeclaration, M extends May> = {
  getPaginated: Operation<z.ZodObject<typeof pageShape>, Paged<D>, M>;
  export: Operation<z.ZodObject<typeof exportShape>, null, M> & { answers: 'file' };
};

/** The operations derived from a declaration. */
export type OperationsOf<D extends ResourceDeclaration> = ListCalls<D, D['may']> & {
  getById: Op<D, OnlyId, D['row']>;
} & If<D extends { range: object } ? false : true, { getAll: Op<D, Empty, z.ZodArray<D['row']>> }> &
  If<Includes<D, 'insert'>, { insert: Op<D, MaybeId<InputSchemaOf<D>>, D['row']> }> &
  If<Includes<D, 'update'>, { update: Op<D, WithId<InputSchemaOf<D>>, D['row']> }> &
  If<Includes<D, 'delete'>, { delete: Op<D, OnlyId, null>; deleteMany: Op<D, OnlyIds, null> }> &
  If<Includes<D, 'restore'>, { restore: Op<D, OnlyId, D['row']>; restoreMany: Op<D, OnlyIds, null> }> &
  If<Includes<D, 'clear'>, { clear: Op<D, Empty, null> }> &
  (D['more'] extends Service ? D['more'] : unknown);

export interface Resource<D extends ResourceDeclaration = ResourceDeclaration> {
  /** The last part of its path and the key of its messages, such as `useraudits`. */
  name: string;
  area: 'company' | 'system';
  declared: D;
  operations: OperationsOf<D>;
}

/** Any list, for code that treats all lists alike: a resource, or a list with its own operations. */
export interface AnyList {
  name: string;
  area: 'company' | 'system';
  declared: ListDeclaration;
  operations: Pick<StandardOperations, 'getPaginated' | 'export'>;
}

export interface AnyResource extends AnyList {
  declared: ResourceDeclaration;
  operations: StandardOperations;
}

export interface StandardOperations {
  getPaginated: Operation;
  export: Operation;
  getById: Operation;
  getAll?: Operation;
  insert?: Operation;
  update?: Operation;
  delete?: Operation;
  deleteMany?: Operation;
  restore?: Operation;
  restoreMany?: Operation;
  clear?: Operation;
}

/** The output type of a row. */
export type RowOf<D extends ResourceDeclaration> = z.output<D['row']>;

/** Builds the service `api/{area}/{name}/…` from a declaration. */
export function resource<const D extends ResourceDeclaration>(
  area: 'company' | 'system',
  name: string,
  declared: D,
): Resource<D> {
  const { about, may, reserved = {}, page, row, input, can = [], more = {} } = declared;
  const access = { may, page };
  const accessTo = (verb: Reserved) => (reserved[verb] ? { may: reserved[verb] } : access);
  const standard: Record<string, unknown> = {
    ...listCalls(declared, access, accessTo('export')),
    getById: get({ ...access, summary: 'Returns one record.', input: z.strictObject({ id }), output: row }),
  };
  if (!declared.range) {
    standard.getAll = get({
      ...access,
      summary: 'Returns all records.',
      readsList: true,
      input: z.strictObject({}),
      output: z.array(row),
    });
  }
  // Named as in the row.
  const version = z
    .string()
    .max(20)
    .optional()
    .meta({ wire: row.shape.version ? wireName('version', row.shape.version as z.ZodType) : 'Version' });
  const ids = z.strictObject({ ids: z.array(id).min(1).max(maxRowsPerPage) });
  if (input && can.includes('insert')) {
    const body = insertInput(row, { ...input.shape, id: id.optional(), version });
    standard.insert = post({
      ...accessTo('insert'),
      ...(declared.may !== 'sys' && { readAgainBy: 'getById' }),
      summary: 'Adds a record and returns it.',
      input: body,
      output: row,
    });
  }
  if (input && can.includes('update')) {
    const body = updateInput(row, input.shape, { id, version });
    const summary =
      'Updates a record and returns it; omitted fields stay unchanged. 409 when the given version is no longer the current one.';
    standard.update = post({
      ...accessTo('update'),
      ...('insert' in standard && { insertBy: 'insert' }),
      summary,
      input: body,
      output: row,
    });
  }
  if (can.includes('delete')) {
    standard.delete = del({
      ...accessTo('delete'),
      summary: 'Deletes a record.',
      input: z.strictObject({ id }),
      output: null,
    });
    const summary =
      'Deletes several records, or none: 409 with the reasons (`Problems`: Id, Message, Link) when one cannot be deleted.';
    standard.deleteMany = post({ ...accessTo('delete'), summary, input: ids, output: null });
  }
  if (can.includes('restore')) {
    const summary =
      'Restores a deleted record and returns it. Only the caller who deleted it can do so, within an hour.';
    standard.restore = post({ ...accessTo('restore'), summary, input: z.strictObject({ id }), output: row });
    standard.restoreMany = post({
      ...accessTo('restore'),
      summary:
        'Restores several deleted records, or none: 409 with the reasons (`Problems`) when one cannot be restored.',
      input: ids,
      output: null,
    });
  }
  if (can.includes('clear')) {
    standard.clear = post({ ...access, summary: 'Deletes all records.', input: z.strictObject({}), output: null });
  }
  // The type says, from the same declaration, which of them there are.
  const operations = service(`${area}/${name}`, { about }, {
    ...standard,
    ...more,
  } as Service) as unknown as OperationsOf<D>;
  return { name, area, declared, operations };
}

/** The read operations of a list that is not declared as a resource. `access.summary` describes GetPaginated. */
export function listCalls<D extends ListDeclaration, M extends May>(
  declared: D,
  access: { may: M; page?: string; summary?: string },
  exportAccess: { may: May; page?: string } = access,
): ListCalls<D, M> {
  const filters = Object.fromEntries(filtersOf(declared).map((field) => [field, fieldOf(declared, field).optional()]));
  const { rowsKey, row, pageRow = row } = declared;
  const paged = z.object({ totalRows: z.number().int(), isLowerBound: z.boolean(), [rowsKey]: z.array(pageRow) });
  const calls = {
    getPaginated: get({
      summary: 'Returns one page of the list.',
      ...access,
      readsList: true,
      input: z.strictObject({ ...pageShape, ...filters }),
      output: paged,
    }),
    export: get({
      ...exportAccess,
      summary: 'Returns the whole list, as filtered, as a file.',
      answers: 'file',
      input: z.strictObject({ ...exportShape, ...filters }),
      output: null,
    }),
  };
  // The type depends on the list's field names, which are plain data here.
  return calls as unknown as ListCalls<D, M>;
}

/** The schema of a row's field. Throws for an unknown field. */
export function fieldOf(declared: ListDeclaration, field: string): z.ZodType {
  const found = declared.row.shape[field];
  if (!found) throw new Error(`The rows of ${declared.rowsKey} have no ${field}.`);
  return found as z.ZodType;
}

/** The fields that can be filtered by exact value: enums and booleans. */
export function filtersOf({ row }: ListDeclaration): string[] {
  const fields = Object.entries(row.shape) as [string, z.ZodType][]; // zod types a shape's values as its core schemas.
  return fields.filter(([, schema]) => ['enum', 'boolean'].includes(kindOf(schema))).map(([field]) => field);
}

/** Whether a record is not saved yet (all-zero id). */
export function isNew(row: { id: string }): boolean {
  return row.id === newId;
}
