// Declares what browser and server promise each other: a service is a named record of operations.
import type { z } from 'zod';

/**
 * Who may call an operation. The roles are those of the access table: `user` is anyone signed in, `lcladmin` an administrator
 * of some locations or of the company, `admin` an administrator of the company, `sys` the operator of the installation.
 */
export type May = 'anyone' | 'user' | 'lcladmin' | 'admin' | 'sys';
export type Method = 'GET' | 'POST' | 'DELETE';

/** What an operation answers besides JSON: a file (picture, calendar entry), a page, or a stream of events. */
export type Answers = 'json' | 'file' | 'events';

interface OperationOptions {
  /** One line for the reader of the API page. */
  summary: string;
  may: May;
  /** The operation's name on the wire, where it is not simply the PascalCase of its own. */
  wire?: string;
  /** The whole path below `api/`, where it is not `{service}/{Operation}`; `:name` marks a parameter. */
  path?: string;
  /** An operation open to anyone that still wants to know who calls (reads the session when there is one). */
  optionalSession?: boolean;
  /** Stays callable with a locked session (unlock, log out, and what the lock screen itself asks). */
  whileLocked?: boolean;
  /** Refused while somebody acts as another user: passwords, second factors, consent, deleting the account. */
  notWhileImpersonating?: boolean;
  /**
   * Concerns the caller's own account and no company: it runs as open operations do, and narrows to the caller itself. What waits
   * for a password's hash must be so: it would hold a connection for as long.
   */
  ownAccount?: boolean;
  /** The route of the page that the operation serves: who was granted the page may call it, though his role may not. */
  page?: string;
  /** Does not count as activity of the session (polling). */
  passive?: boolean;
  answers?: Answers;
  /** Takes a file as multipart/form-data instead of JSON; its other fields come from the query. */
  takes?: 'file';
}

interface Shapes<I extends z.ZodObject, O extends z.ZodType | null> {
  /** Fields of the query, of the path and of the body together. Unknown fields are refused. */
  input: I;
  /** The answer; `null` for one that has no content (204). An optional schema answers 204 when there is nothing. */
  output: O;
}

export interface Operation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType | null = z.ZodType | null,
  M extends May = May,
> extends OperationOptions,
    Shapes<I, O> {
  may: M;
  /** All methods that reach the operation; the first is the one our own browser code uses. */
  methods: readonly [Method, ...Method[]];
  /** Changes state: goes through the request guard and is not limited to a read-only transaction. */
  changes: boolean;
  answers: Answers;
  /** The path below the root, such as `api/calendars/GetCalendarEvents`. */
  path: string;
}

type Declaration<I extends z.ZodObject, O extends z.ZodType | null, M extends May> = OperationOptions &
  Shapes<I, O> & { may: M };

const declare =
  (methods: readonly [Method, ...Method[]], changes: boolean) =>
  <I extends z.ZodObject, O extends z.ZodType | null, M extends May>(
    declared: Declaration<I, O, M>,
  ): Operation<I, O, M> => ({ answers: 'json', path: '', ...declared, methods, changes });

/** A read: runs in a read-only transaction. */
export const get = declare(['GET'], false);
/** A change. */
export const post = declare(['POST'], true);
/** A deletion. */
export const del = declare(['DELETE'], true);
/** A deletion that clients may also ask for by POST. */
export const postOrDelete = declare(['POST', 'DELETE'], true);
/** A change the specification makes by GET: it stays callable, guarded, beside the POST that our own code uses. */
export const postOrGet = declare(['POST', 'GET'], true);

/** A change made of a file that is sent along (multipart/form-data, the first file of it). */
export const upload = <I extends z.ZodObject, O extends z.ZodType | null, M extends May>(
  declared: Declaration<I, O, M>,
): Upload<I, O, M> => ({ ...post(declared), takes: 'file' });

type Upload<I extends z.ZodObject, O extends z.ZodType | null, M extends May> = Operation<I, O, M> & { takes: 'file' };

export type Service = Record<string, Operation>;

/** Names a service and gives each of its operations its path: `api/{name}/{Operation}`. */
export function service<S extends Service>(name: string, operations: S): S {
  for (const [key, operation] of Object.entries(operations)) {
    operation.path = `api/${operation.path || `${name}/${operation.wire ?? pascal(key)}`}`;
  }
  return operations;
}

/** `getSlots` -> `GetSlots`: how names look on the wire unless said otherwise. */
export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export type Input<O> = O extends Operation<infer I, z.ZodType | null, May> ? z.input<I> : never;
export type Parsed<O> = O extends Operation<infer I, z.ZodType | null, May> ? z.output<I> : never;
export type Output<O> =
  O extends Operation<z.ZodObject, infer A, May> ? (A extends z.ZodType ? z.output<A> : undefined) : never;
