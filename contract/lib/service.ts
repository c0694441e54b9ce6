// Declares the interface between browser and server: a service is a named record of operations.
import type { z } from 'zod';

/**
 * The callers that an operation allows. The roles are those of the access table: `user` is anyone signed in, `lcladmin`
 * an administrator of some locations or of the company, `admin` an administrator of the company, `sys` an operator of
 * the installation.
 */
export type May = 'anyone' | 'user' | 'lcladmin' | 'admin' | 'sys';
export type Method = 'GET' | 'POST' | 'DELETE';

/** The format of an answer: JSON, a file (picture, calendar entry) or a stream of events. */
export type Answers = 'json' | 'file' | 'events';

interface OperationOptions {
  /** Describes the operation in one line on the API page. */
  summary: string;
  may: May;
  /** The operation's name on the wire, when it is not the PascalCase of its key. */
  wire?: string;
  /** The full path below `api/`, when it is not `{service}/{Operation}`; `:name` marks a parameter. */
  path?: string;
  /** The operation is open to anyone, and reads the caller's session when there is one. */
  optionalSession?: boolean;
  /** Stays callable while the session is locked (unlock, sign out, and the calls of the lock screen itself). */
  whileLocked?: boolean;
  /**
   * Rejected while the caller impersonates another user: passwords, second factors, consent, deleting the account,
   * their outside calendars.
   */
  notWhileImpersonating?: boolean;
  /**
   * The operation concerns the caller's own account and no company: it runs as open operations do, and restricts its
   * queries to the caller. Operations that hash a password must set it: otherwise they hold a database connection
   * meanwhile.
   */
  ownAccount?: boolean;
  /**
   * The route of the page that the operation serves: a grant of the page permits its reading operations whatever the
   * caller's role.
   */
  page?: string;
  /**
   * Reads a list: waits for a turn of its company before it takes a database connection
   * (server/lib/company-turns.ts).
   */
  readsList?: boolean;
  /** Reads much in the transaction of the company, such as a report: waits for a turn before it begins, like a list. */
  inTurn?: boolean;
  /**
   * Manages its own transactions and names the caller's company itself: it waits for another server, counts attempts
   * that a rollback must not uncount, or changes rows that belong to no company. An operation in the transaction of the
   * company that asked for a second connection would wait for others that do the same.
   */
  ownTransactions?: boolean;
  /** The routes of pages that need the operation as a helper: a grant of one permits the call. */
  helps?: readonly string[];
  /** Does not count as activity of the session (polling). */
  passive?: boolean;
  answers?: Answers;
  /**
   * Of an operation that updates: the operation of the same service that a call with the all-zero `id` is, with its
   * input, its right and its answer. 404 for callers who may not call that one.
   */
  insertBy?: string;
  /** Of an operation that also inserts, without one for that: the fields of an input with the all-zero `id` or none. */
  whenNew?: z.ZodObject;
  /**
   * Of an operation of a company that adds a record and answers with it: the operation of the same service that reads a
   * record by its id. With an Idempotency-Key header, a repeated call adds nothing and answers with what that one
   * returns.
   */
  readAgainBy?: string;
  /** Takes a file as multipart/form-data instead of JSON; the other fields come from the query. */
  takes?: 'file';
}

interface Shapes<I extends z.ZodObject, O extends z.ZodType | null> {
  /** The fields of the query, the path and the body together. Unknown fields are rejected. */
  input: I;
  /** The answer; `null` for no content (204). An optional schema returns 204 when the value is undefined. */
  output: O;
}

export interface Operation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType | null = z.ZodType | null,
  M extends May = May,
> extends OperationOptions,
    Shapes<I, O> {
  may: M;
  /** All methods that reach the operation; the browser code uses the first. */
  methods: readonly [Method, ...Method[]];
  /** Changes state: passes the request guard and may write in its transaction. */
  changes: boolean;
  answers: Answers;
  /** The path below the root, such as `api/calendars/GetCalendarEvents`. */
  path: string;
}

type Declaration<I extends z.ZodObject, O extends z.ZodType | null, M extends May> = OperationOptions &
  Shapes<I, O> & { may: M };

const onceNote = 'With the same Idempotency-Key header, a repeated call adds nothing and returns the record.';

const declare =
  (methods: readonly [Method, ...Method[]], changes: boolean) =>
  <I extends z.ZodObject, O extends z.ZodType | null, M extends May>(
    declared: Declaration<I, O, M>,
  ): Operation<I, O, M> => {
    const summary = declared.readAgainBy ? `${declared.summary} ${onceNote}` : declared.summary;
    return { answers: 'json', path: '', ...declared, summary, methods, changes };
  };

/** A read: runs in a read-only transaction. */
export const get = declare(['GET'], false);
export const post = declare(['POST'], true);
export const del = declare(['DELETE'], true);
/** A deletion that clients can also request by POST. */
export const postOrDelete = declare(['POST', 'DELETE'], true);
/** A change that the specification makes by GET: GET stays callable behind the guard; the browser code uses POST. */
export const postOrGet = declare(['POST', 'GET'], true);

/** A change that takes an uploaded file (multipart/form-data; only the first file is read). */
export const upload = <I extends z.ZodObject, O extends z.ZodType | null, M extends May>(
  declared: Declaration<I, O, M>,
): Upload<I, O, M> => ({ ...post(declared), takes: 'file' });

type Upload<I extends z.ZodObject, O extends z.ZodType | null, M extends May> = Operation<I, O, M> & { takes: 'file' };

export type Service = Record<string, Operation>;

/** One sentence about each service, for the reader of the API page. */
const abouts = new WeakMap<Service, string>();

/** Names a service and gives each of its operations its path: `api/{name}/{Operation}`. */
export function service<S extends Service>(name: string, { about }: { about: string }, operations: S): S {
  abouts.set(operations, about);
  for (const [key, operation] of Object.entries(operations)) {
    operation.path = `api/${operation.path || `${name}/${operation.wire ?? pascal(key)}`}`;
  }
  return operations;
}

/** The sentence with which a service was declared. */
export function aboutOf(declared: Service): string {
  return abouts.get(declared) ?? '';
}

/** `getSlots` -> `GetSlots`: how names look on the wire unless said otherwise. */
export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export type Input<O> = O extends Operation<infer I, z.ZodType | null, May> ? z.input<I> : never;
export type Parsed<O> = O extends Operation<infer I, z.ZodType | null, May> ? z.output<I> : never;
export type Output<O> =
  O extends Operation<z.ZodObject, infer A, May> ? (A extends z.ZodType ? z.output<A> : undefined) : never;
