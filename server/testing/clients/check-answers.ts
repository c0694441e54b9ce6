// Validates every answer of a test's server against the contract; production trusts its answers, tests parse them.
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { services } from '#contract/all.ts';
import type { Operation, Service } from '#contract/lib/service.ts';
import { fromWire, type WireIssue } from '#contract/lib/wire.ts';
import { routeOf } from '#server/lib/http/call-routes.ts';

const every: Service[] = Object.values(services);
const byUrl = new Map(every.flatMap((service) => Object.values(service).map((each) => [`/${each.path}`, each])));

/** A readable message: neither empty nor a bare code. */
const message = z.string().regex(/\s/);
const refusal = z.object({ Code: z.string(), Message: message });
const complaints = z.array(z.object({ Key: z.string().regex(/^[A-Za-z_$]/), Message: message })).min(1);

/**
 * Checks everything that the server sends from now on: a JSON answer must have exactly the fields of its operation, a
 * refusal must have its shape and message. The returned function throws with all violations.
 */
export function checkAnswers(server: FastifyInstance): () => void {
  const wrong: string[] = [];
  server.addHook('onSend', async (request, reply, payload) => {
    const operation = byUrl.get(routeOf(request) ?? '');
    // Streams are files and compressed answers.
    if (!operation || (payload && typeof payload !== 'string')) return;
    // A question to a caller who answers it.
    const status = Number(reply.getHeader('daybook-status')) || reply.statusCode;
    const found = faultOf(operation, status, payload ? String(payload) : '');
    if (found) wrong.push(`${request.method} ${operation.path} answered ${reply.statusCode}: ${found}`);
  });
  return () => assert.deepEqual(wrong, [], 'answers that are not what the contract promises');
}

function faultOf(operation: Operation, status: number, body: string): string | undefined {
  if (status === 304 || (status === 200 && operation.answers === 'file')) return undefined;
  if (status === 204) {
    const mayBeEmpty = operation.output === null || operation.output.safeParse(undefined).success;
    return mayBeEmpty ? undefined : 'nothing';
  }
  const value: unknown = JSON.parse(body);
  if (status === 200) {
    const { issues } = checkAnswer(operation, value);
    return issues.length ? `${issues.join('; ')} in ${body.slice(0, 500)}` : undefined;
  }
  const parsed = (status === 417 ? complaints : refusal).safeParse(value);
  return parsed.success ? undefined : `${body.slice(0, 500)} is no refusal: ${parsed.error.message}`;
}

/** An answer's value with the inner names, and every deviation from the contract. */
export function checkAnswer(operation: Operation, value: unknown): { answer: unknown; issues: string[] } {
  if (!operation.output) return { answer: undefined, issues: ['content where none is promised'] };
  const unknown: WireIssue[] = [];
  const parsed = operation.output.safeParse(fromWire(operation.output, value, { query: false }, unknown));
  const issues = unknown.map(({ key, code }) => `${key} ${code}`);
  if (!parsed.success) issues.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  return { answer: parsed.data, issues };
}
