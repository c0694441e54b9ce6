// Finds the operation of a request by its address. The hundreds of operations share a few routes of Fastify: a route
// for each would take most of the time of a start.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Operation } from '#contract/lib/service.ts';
import { dropBodyOfHead, hasHead } from './head.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

interface Call {
  /** As metrics, log lines and tests name it. */
  url: string;
  answer: Answer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation that the address names. */
    call: Call | undefined;
  }
}

/** The calls of each server by method and address, in lower case. */
const callsOf = new WeakMap<FastifyInstance, Map<string, Call>>();

/** Addresses of two and three parts after `/api`. */
const shapes = ['/api/:first/:second', '/api/:first/:second/:third'];

/** Whether an operation shares the routes of this file: an address with parameters has one of its own. */
export const isPlainCall = ({ path }: Operation): boolean => /^api(\/[^/:]+){2,3}$/.test(path);

/** Adds an operation. Throws at startup for two with one address and method. */
export function addCall(app: FastifyInstance, operation: Operation, answer: Answer): void {
  const calls = callsOf.get(app) ?? addRoutes(app);
  const url = `/${operation.path}`;
  for (const method of [...operation.methods, ...(hasHead(operation) ? ['HEAD'] : [])]) {
    const key = keyOf(method, url);
    if (calls.has(key)) throw new Error(`Two operations have the address ${method} ${url}.`);
    calls.set(key, { url, answer });
  }
}

const keyOf = (method: string, url: string) => `${method} ${url}`.toLowerCase();

function addRoutes(app: FastifyInstance): Map<string, Call> {
  const calls = new Map<string, Call>();
  callsOf.set(app, calls);
  app.decorateRequest('call', undefined);
  const method: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'DELETE'];
  for (const url of shapes) {
    app.route<{ Params: Record<string, string> }>({
      method,
      url,
      exposeHeadRoute: false,
      onRequest(request, reply, done) {
        const parts = Object.values(request.params);
        // An encoded slash separates no parts.
        const call = parts.some((part) => part.includes('/'))
          ? undefined
          : calls.get(keyOf(request.method, `/api/${parts.join('/')}`));
        if (!call) return void reply.callNotFound();
        request.call = call;
        // Addresses of calls have no parameters.
        request.params = {};
        done();
      },
      handler: (request, reply) => request.call?.answer(request, reply),
      onSend: dropBodyOfHead,
    });
  }
  return calls;
}

/** The route of a request without its parameters, which can contain the token of a link. */
export const routeOf = ({ call, routeOptions }: FastifyRequest): string | undefined => call?.url ?? routeOptions.url;
