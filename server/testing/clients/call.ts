// Calls an operation through HTTP like our browser code, and parses the answer by the contract.
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '#contract/lib/address.ts';
import type { Input, Method, Operation, Output } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { checkAnswer } from './check-answers.ts';

export interface CallResult<O extends Operation> {
  status: number;
  /** The answer with its inner names, undefined for 204; reading it after a refusal fails the test. */
  answer: Output<O>;
  /** The complaints of a 417. */
  complaints: { Key: string; Message: string; [detail: string]: unknown }[];
  headers: Record<string, string | string[] | number | undefined>;
  body: string;
}

/** `app.call(calendars.insertEvent, { … }, await signIn(app, anna))`; the input has inner names. */
export type Caller = <O extends Operation>(
  operation: O,
  input: Input<O>,
  options?: { cookie?: string; method?: Method; headers?: Record<string, string> },
) => Promise<CallResult<O>>;

export function caller(app: FastifyInstance): Caller {
  return async (operation, input, { cookie, method = operation.methods[0], headers } = {}) => {
    const inAddress = method !== 'POST';
    const response = await app.inject({
      method,
      url: inAddress ? addressOf(operation, input) : `/${operation.path}`,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(!inAddress && { payload: toWire(operation.input, input) as object }),
    });
    const { statusCode: status, body } = response;
    return {
      status,
      body,
      headers: response.headers,
      get complaints() {
        assert.equal(status, 417, body);
        return JSON.parse(body);
      },
      get answer() {
        assert.ok(status === 200 || status === 204, `${operation.path} answered ${status} ${body}`);
        if (status === 204) return undefined as never;
        const { answer, issues } = checkAnswer(operation, JSON.parse(body));
        assert.deepEqual(issues, [], body);
        // Parsed by the operation's own schema above.
        return answer as never;
      },
    };
  };
}
