// Connects a service's declaration with its handlers, and takes a request from the wire to the answer.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '#contract/lib/fields.ts';
import { codeOf } from '#contract/lib/issue-code.ts';
import type { Operation, Output, Parsed, Service } from '#contract/lib/service.ts';
import { fromWire, type WireIssue, wirePath } from '#contract/lib/wire.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import { callerZone, instantInZone } from '#server/lib/caller-zone.ts';
import { withCompanyTurn } from '#server/lib/company-turns.ts';
import type { Context, Services, SignedIn } from '#server/lib/context.ts';
import { negotiateLanguage } from '#server/lib/i18n.ts';
import { type Complaint, notFound, Refusal } from '#server/lib/refusal.ts';
import { cookieName, readSession } from '#server/lib/session/session.ts';
import { sessionCache } from '#server/lib/session/session-cache.ts';
import { EventsAnswer, type FileAnswer, type JsonText } from './answer.ts';
import { addCall, isPlainCall } from './call-routes.ts';
import { sendEvents } from './events.ts';
import { guardChange, type OwnOrigin } from './guard.ts';
import { dropBodyOfHead, hasHead } from './head.ts';
import { mayCall } from './may.ts';
import { once } from './once.ts';
import { sendResult } from './send-result.ts';
import { receiveUploads, type Upload, uploadOf } from './upload.ts';

type ContextFor<O extends Operation> = O['may'] extends 'anyone' ? Context : SignedIn;
type AnswerFor<O extends Operation> = O['answers'] extends 'json'
  ? Output<O> | JsonText
  : Output<O> | JsonText | FileAnswer | EventsAnswer;

export type Handlers<S extends Service> = {
  [K in keyof S]: (
    context: ContextFor<S[K]>,
    input: S[K] extends { takes: 'file' } ? Parsed<S[K]> & { upload: Upload } : Parsed<S[K]>,
  ) => Promise<AnswerFor<S[K]> | undefined> | AnswerFor<S[K]> | undefined;
};

export interface ServiceRoutes {
  operations: Route[];
}

interface Route {
  operation: Operation;
  handle: Handle;
  /** Of an operation with `readAgainBy`. */
  readAgain: Handle | undefined;
  /** Of an operation with `insertBy`. */
  insert?: Route | undefined;
}

type Handle = (context: Context, input: unknown) => unknown;

/** Exhaustive by type: an operation without a handler, or a handler without an operation, does not compile. */
export function serve<S extends Service>(service: S, handlers: Handlers<S>): ServiceRoutes {
  const routeOf = (key: string, operation: Operation): Route => ({
    operation,
    // The types above tie each handler to its operation; here all handlers get one common type.
    handle: handlers[key] as unknown as Handle,
    readAgain: handlers[operation.readAgainBy ?? ''] as unknown as Handle | undefined,
  });
  return {
    operations: Object.entries(service).map(([key, operation]) => ({
      ...routeOf(key, operation),
      insert: insertRoute(service, operation, routeOf),
    })),
  };
}

/** Throws for an `insertBy` that names no operation. */
function insertRoute(
  service: Service,
  { insertBy, path }: Operation,
  routeOf: (key: string, operation: Operation) => Route,
): Route | undefined {
  if (insertBy === undefined) return undefined;
  const operation = service[insertBy];
  if (!operation) throw new Error(`${path} inserts by ${insertBy}, which its service does not have.`);
  return routeOf(insertBy, operation);
}

/** Makes the operations answer. Throws at startup for an operation without `may`. */
export function mount(app: FastifyInstance, services: Services, routes: ServiceRoutes): void {
  const files = routes.operations.filter(({ operation }) => operation.takes === 'file');
  if (files.length) {
    // Only these routes parse forms.
    void app.register(async (inner) => {
      await receiveUploads(inner);
      for (const route of files) addRoute(inner, services, route);
    });
  }
  for (const route of routes.operations) {
    const { operation } = route;
    if (!operation.may) throw new Error(`${operation.path} does not say who may call it.`);
    if (operation.readAgainBy && managesOwnTransaction(operation)) {
      throw new Error(`${operation.path} adds a record outside a transaction of its company.`);
    }
    if (operation.takes === 'file') continue;
    if (isPlainCall(operation)) addCall(app, operation, (request, reply) => answer(services, route, request, reply));
    else addRoute(app, services, route);
  }
}

function addRoute(app: FastifyInstance, services: Services, route: Route): void {
  const { operation } = route;
  app.route({
    method: [...operation.methods, ...(hasHead(operation) ? (['HEAD'] as const) : [])],
    url: `/${operation.path}`,
    exposeHeadRoute: false,
    handler: (request, reply) => answer(services, route, request, reply),
    onSend: dropBodyOfHead,
  });
}

async function answer(services: Services, called: Route, request: FastifyRequest, reply: FastifyReply) {
  const { operation } = called;
  if (operation.changes) guardChange(request, ownOrigin(services));
  const context = contextOf(services, request, reply);
  // Sign-ins and other changes never wait behind reads.
  if (operation.changes) context.db = services.database.write;
  if (operation.may !== 'anyone' || operation.optionalSession) {
    context.user = await readSession(context, operation.passive || request.headers['daybook-unattended'] === '1');
    if (context.user) context.visitor.language = context.user.language;
    // A locked session counts as no session, on open operations too.
    if (operation.may === 'anyone' && context.user?.locked && !operation.whileLocked) context.user = undefined;
  }
  if (operation.may !== 'anyone') {
    if (!context.user) throw new Refusal(410, 'error.noSession');
    if (context.user.locked && !operation.whileLocked) throw new Refusal(410, 'error.locked');
    const intendedCaller = request.headers['daybook-caller'];
    if (intendedCaller !== undefined && intendedCaller !== `${context.user.id}/${context.user.companyId}`) {
      throw new Refusal(409, 'error.otherCaller');
    }
    if (!mayCall(context.user, operation)) throw new Refusal(403, 'error.notAllowed');
    if (context.user.lacksSecondFactor && !operation.ownAccount) throw new Refusal(403, 'error.secondFactorNeeded');
    if (operation.notWhileImpersonating && context.user.impersonator) throw new Refusal(403, 'error.inPerson');
  }
  const route = insertsBy(called, request) ?? called;
  if (route !== called && context.user && !mayCall(context.user, route.operation)) throw notFound();
  const parsed = await parseInput(route.operation, request, context);
  const input = operation.takes === 'file' ? { ...parsed, upload: uploadOf(request) } : parsed;
  const result = await handleInTransaction(route, context, input, request).finally(() => {
    // The caller's next request must see the changes of this one.
    if (operation.changes) sessionCache(services).forget();
  });
  if (result instanceof EventsAnswer) {
    // A stream can outlive the session that opened it, its place in the company and its rights.
    const allows = (current: Context['user']) => {
      if (operation.may === 'anyone') return true;
      if (!current || current.locked) return false;
      return current.companyId === context.user?.companyId && mayCall(current, operation);
    };
    return sendEvents(result, reply, context, {
      token: context.cookies.get(cookieName(services.publicUrl)) ?? '',
      readUser: () => readSession(context, true),
      allows,
    });
  }
  return sendResult(operation, result, reply);
}

/** The route of the insert that an update with the all-zero id is. */
function insertsBy({ operation, insert }: Route, request: FastifyRequest): Route | undefined {
  if (!insert) return undefined;
  const options = { isInput: true, query: false };
  const given = fromWire(operation.input, bodyOf(request), options, []) as { id?: unknown };
  // Of some updates, the all-zero id is the default.
  return operation.input.shape.id?.safeParse(given.id).data === newId ? insert : undefined;
}

function bodyOf({ body }: FastifyRequest): object {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal(400, 'error.body');
  return body;
}

/**
 * Company-scoped operations run in a transaction under row-level security. Public, operator and own-account operations
 * manage their own transactions and read outside one by default. So do uploads and reads of lists: neither a slow
 * connection nor a list that waits for its turn may hold a transaction open.
 */
function managesOwnTransaction({ may, ownAccount, answers, takes, readsList, ownTransactions }: Operation): boolean {
  const isOutsideCompany = may === 'anyone' || may === 'sys' || ownAccount;
  return Boolean(isOutsideCompany || answers !== 'json' || takes === 'file' || readsList || ownTransactions);
}

/**
 * Calls the handler, in a transaction of the company unless the operation manages its own. A repeated request that has
 * added a record before is answered by the handler that reads it.
 */
async function handleInTransaction(
  { operation, handle, readAgain }: Route,
  context: Context,
  input: object,
  request: FastifyRequest,
): Promise<unknown> {
  if (managesOwnTransaction(operation) || !context.user) return handle(context, input);
  const key = context.header('idempotency-key');
  const signedIn = { ...context, user: context.user };
  const act = () =>
    companyTransaction(signedIn, { readOnly: !operation.changes }, async (tx) => {
      if (!key || !readAgain) return handle(tx, input);
      return once(
        tx,
        { path: operation.path, key, body: request.body },
        { add: async () => handle(tx, input), read: async (id) => readAgain(tx, { id }) },
      );
    });
  return operation.inTurn ? withCompanyTurn(context, signedIn.user.companyId, act) : act();
}

/** Builds the context of a request. Cookies can be set only while there is a reply. */
export function contextOf(services: Services, request: FastifyRequest, reply?: FastifyReply): Context {
  const secure = services.publicUrl.startsWith('https:');
  return {
    ...services,
    db: services.database.read,
    log: request.log,
    visitor: {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      language: negotiateLanguage(request.cookies['daybook-language'], request.headers['accept-language']),
    },
    user: undefined,
    cookies: {
      get: (name) => request.cookies[name],
      set: (name, value, options) => void reply?.setCookie(name, value, options),
      clear: (name) => void reply?.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure }),
    },
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
  };
}

/**
 * Parses the input from path, query and body. Dates without a zone count in that of the caller's location, in the
 * system area in UTC. Throws 417 with all issues at once.
 */
async function parseInput(operation: Operation, request: FastifyRequest, context: Context): Promise<object> {
  const body = bodyOf(request);
  let issues: WireIssue[] = [];
  const read = (toInstant: (local: string) => string): { id?: unknown } => {
    issues = [];
    const parameters = { ...(request.query as object), ...(request.params as object) };
    const options = { isInput: true, toInstant };
    const fromQuery = fromWire(operation.input, parameters, { ...options, query: true }, issues) as object;
    const fromBody = fromWire(operation.input, body, { ...options, query: false }, issues) as object;
    return { ...fromQuery, ...fromBody };
  };
  let isLocal = false;
  let input = read((local) => {
    isLocal = true;
    return local;
  });
  const { user, database } = context;
  if (isLocal && user) {
    const zone = operation.may === 'sys' ? 'UTC' : await callerZone({ db: database.read, user });
    input = read((local) => inZone(local, zone));
  }
  const isNew = input.id === undefined || input.id === newId;
  const schema = isNew ? (operation.whenNew ?? operation.input) : operation.input;
  const parsed = schema.safeParse(input, { reportInput: true });
  const complaints: Complaint[] = issues.map(({ key, code }) => ({ key, code }));
  for (const issue of parsed.error?.issues ?? []) {
    const { code, params } = codeOf(issue);
    complaints.push({ key: wirePath(operation.input, issue.path), code: uncheckedKey(code), params });
  }
  if (complaints.length) throw new Refusal(417, 'error.invalid', { complaints });
  return parsed.data ?? {};
}

/** Text that is no existing time stays as it is, for the schema to reject. */
function inZone(local: string, zone: string): string {
  try {
    return instantInZone(local, zone).toString();
  } catch {
    return local;
  }
}

function ownOrigin({ publicUrl, config }: Services): OwnOrigin {
  return { origin: new URL(publicUrl).origin, isOnly: config.publicUrl !== undefined };
}
