// Declares an administered list once: its rows, who may see them, how they are searched and changed. The standard operations follow.
import { z } from 'zod';
import { id, moment, newId, pageNr } from './fields.ts';
import { del, get, type May, type Operation, post, type Service, service } from './service.ts';
import { kindOf } from './wire.ts';

/** What a list has to say so that it can be paged, searched, ordered, narrowed and exported. */
export interface ListDeclaration {
  /** What the rows are called in the paged answer, such as `audits`. */
  rowsKey: string;
  /** Every field of a row as it is answered; it has an `id`, and a `version` when it can be updated. */
  row: z.ZodObject;
  /** Every field that a page answers, where some take too long to find out of all rows to be sought, ordered by or exported. */
  pageRow?: z.ZodObject;
  /** The field by which people call a row. */
  title: string;
  /** Fields that are said beside it, where several rows are called the same. */
  subtitle?: readonly string[];
  /** Fields to order by; the first is the default, descending. */
  sort: readonly string[];
  /** Aliases of fields in `field:value`, beside the wire names themselves; lower case. */
  search?: Readonly<Record<string, string>>;
  /** A list of what happened: the field that `startDate` and `endDate` limit, and how far back it begins by default. */
  range?: { field: string; defaultSpan: { days?: number; months?: number } };
}

/** The meaning of a list of records; behaviour lives in the server's `gridOf`, looks in the page. */
export interface ResourceDeclaration extends ListDeclaration {
  /** What the list is, in one sentence for the reader of the API page. */
  about: string;
  may: Exclude<May, 'anyone'>;
  /** The route of its page, whose grant opens the calls. */
  page: string;
  /** What a person may write; makes Insert and Update, as far as `can` allows. `restore` takes back a deletion. */
  input?: z.ZodObject;
  /** What a new record begins with. */
  blank?: () => Record<string, unknown>;
  can?: readonly ('insert' | 'update' | 'delete' | 'restore' | 'clear')[];
  /** The tables its rows are read from: when one that is kept in step changes, open lists are read anew. */
  tables?: readonly string[];
  /** Operations of its own, such as `pay`. */
  more?: Service;
}

/** The total is never counted further than this; beyond, `isLowerBound` says so. */
export const maxCounted = 100_000;
/** Rows of one page, of GetAll. */
export const maxRowsPerPage = 200;
export const maxRowsInGetAll = 5_000;

const rangeNote =
  'Both ends belong to the range, in whichever order. An instant, or a date (`2026-03-29`): of the company area in the time zone of the location one works at, of the system area in UTC.';

const pageShape = {
  pageNr,
  rowsPerPage: z.number().int().min(1).max(maxRowsPerPage).default(20),
  search: z.string().max(200).default(''),
  /** `field` or `-field`, as on the wire. */
  order: z.string().max(60).default(''),
  startDate: moment.optional().describe(`${rangeNote} A date stands for the beginning of that day.`),
  endDate: moment.optional().describe(`${rangeNote} A date stands for the end of that day.`),
};
const { pageNr: _pageNr, rowsPerPage: _rowsPerPage, ...unpagedShape } = pageShape;

export const exportFormats = ['csv', 'xlsx'] as const;
const exportShape = {
  ...unpagedShape,
  format: z.enum(exportFormats).default('csv'),
  /** Wire names of the columns in their order; all of them when left out. */
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
type WithId<I extends z.ZodObject> = z.ZodObject<I['shape'] & { id: typeof id; version: z.ZodOptional<z.ZodString> }>;
type MaybeId<I extends z.ZodObject> = z.ZodObject<
  I['shape'] & { id: z.ZodOptional<typeof id>; version: z.ZodOptional<z.ZodString> }
>;
type Paged<D extends ListDeclaration> = z.ZodObject<
  { totalRows: z.ZodNumber; isLowerBound: z.ZodBoolean } & Record<D['rowsKey'], z.ZodArray<PageRow<D>>>
>;
type OnlyId = z.ZodObject<{ id: typeof id }>;
type Empty = z.ZodObject<Record<never, never>>;

/** The calls that every list has. */
export type ListCalls<D extends ListDeclaration, M extends May> = {
  getPaginated: Operation<z.ZodObject<typeof pageShape>, Paged<D>, M>;
  export: Operation<z.ZodObject<typeof exportShape>, null, M> & { answers: 'file' };
};

/** The operations that a declaration makes. */
export type OperationsOf<D extends ResourceDeclaration> = ListCalls<D, D['may']> & {
  getById: Op<D, OnlyId, D['row']>;
} & If<D extends { range: object } ? false : true, { getAll: Op<D, Empty, z.ZodArray<D['row']>> }> &
  If<Includes<D, 'insert'>, { insert: Op<D, MaybeId<InputSchemaOf<D>>, D['row']> }> &
  If<Includes<D, 'update'>, { update: Op<D, WithId<InputSchemaOf<D>>, D['row']> }> &
  If<Includes<D, 'delete'>, { delete: Op<D, OnlyId, null> }> &
  If<Includes<D, 'restore'>, { restore: Op<D, OnlyId, D['row']> }> &
  If<Includes<D, 'clear'>, { clear: Op<D, Empty, null> }> &
  (D['more'] extends Service ? D['more'] : unknown);

export interface Resource<D extends ResourceDeclaration = ResourceDeclaration> {
  /** The last part of its path and of its words, such as `useraudits`. */
  name: string;
  area: 'company' | 'system';
  declared: D;
  operations: OperationsOf<D>;
}

/** Any list, for what treats all of them alike: a resource, or one whose calls are its own. */
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
  restore?: Operation;
  clear?: Operation;
}

/** The fields of a row that its page can show. */
export type RowOf<D extends ResourceDeclaration> = z.output<D['row']>;

/** Makes the service `api/{area}/{name}/…` of a declaration. */
export function resource<const D extends ResourceDeclaration>(
  area: 'company' | 'system',
  name: string,
  declared: D,
): Resource<D> {
  const { may, page, row, input, can = [], more = {} } = declared;
  const access = { may, page };
  const standard: Record<string, unknown> = {
    ...listCalls(declared, access),
    getById: get({ ...access, summary: 'One record.', input: z.strictObject({ id }), output: row }),
  };
  if (!declared.range) {
    standard.getAll = get({ ...access, summary: 'The whole list.', input: z.strictObject({}), output: z.array(row) });
  }
  if (input && can.includes('insert')) {
    const body = input.extend({ id: id.optional(), version: z.string().max(20).optional() });
    standard.insert = post({ ...access, summary: 'Adds a record and answers it.', input: body, output: row });
  }
  if (input && can.includes('update')) {
    const body = input.extend({ id, version: z.string().max(20).optional() });
    const summary = 'Changes a record and answers it; 409 when somebody else changed the given version first.';
    standard.update = post({ ...access, summary, input: body, output: row });
  }
  if (can.includes('delete')) {
    standard.delete = del({ ...access, summary: 'Deletes a record.', input: z.strictObject({ id }), output: null });
  }
  if (can.includes('restore')) {
    const summary = 'Takes back a deletion within an hour, for whoever deleted the record; answers it as it was.';
    standard.restore = post({ ...access, summary, input: z.strictObject({ id }), output: row });
  }
  if (can.includes('clear')) {
    standard.clear = post({ ...access, summary: 'Deletes the whole list.', input: z.strictObject({}), output: null });
  }
  // The type says, from the same declaration, which of them there are.
  const operations = service(`${area}/${name}`, { ...standard, ...more } as Service) as unknown as OperationsOf<D>;
  return { name, area, declared, operations };
}

/** The calls of a list: all that one has which is not declared as a resource. `summary`: of its page. */
export function listCalls<D extends ListDeclaration, M extends May>(
  declared: D,
  access: { may: M; page?: string; summary?: string },
): ListCalls<D, M> {
  const filters = Object.fromEntries(filtersOf(declared).map((field) => [field, fieldOf(declared, field).optional()]));
  const { rowsKey, row, pageRow = row } = declared;
  const paged = z.object({ totalRows: z.number().int(), isLowerBound: z.boolean(), [rowsKey]: z.array(pageRow) });
  const calls = {
    getPaginated: get({
      summary: 'One page of the list.',
      ...access,
      input: z.strictObject({ ...pageShape, ...filters }),
      output: paged,
    }),
    export: get({
      ...access,
      summary: 'The whole list as it is searched, as a file.',
      answers: 'file',
      input: z.strictObject({ ...exportShape, ...filters }),
      output: null,
    }),
  };
  // The type names the fields of the list, which are data here.
  return calls as unknown as ListCalls<D, M>;
}

/** The schema of a row's field. */
export function fieldOf(declared: ListDeclaration, field: string): z.ZodType {
  const found = declared.row.shape[field];
  if (!found) throw new Error(`The rows of ${declared.rowsKey} have no ${field}.`);
  return found as z.ZodType;
}

/** The fields that can be asked for by their exact value: those of few values. */
export function filtersOf({ row }: ListDeclaration): string[] {
  const fields = Object.entries(row.shape) as [string, z.ZodType][]; // A zod object's shape.
  return fields.filter(([, schema]) => ['enum', 'boolean'].includes(kindOf(schema))).map(([field]) => field);
}

/** Whether a record is the placeholder of one that is not saved yet. */
export function isNew(row: { id: string }): boolean {
  return row.id === newId;
}
