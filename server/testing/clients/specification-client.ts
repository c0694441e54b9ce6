// A client that was written from the specification: it sends exactly the specification's fields, in its spellings.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Method } from '#contract/lib/service.ts';
import { buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import type { Business } from '#server/testing/lists/list-samples.ts';
import type { Fields } from '#server/testing/lists/write-samples.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

/** As a reference: none. */
export const none = '00000000-0000-0000-0000-000000000000';

export type WireRow = Fields & { Id: string };

interface Answer {
  status: number;
  body: unknown;
}

let made = 0;
/** Another number each time, for names that must not repeat. */
export const next = () => ++made;

interface Client {
  app: TestApp;
  business: Business;
  /** An administrator of the business, and an operator. */
  cookies: Record<'company' | 'system', { cookie: string }>;
  request(method: Method, path: string, input?: Fields, headers?: Partial<Record<'cookie', string>>): Promise<Answer>;
  /** Fails unless the answer is 200 or 204; returns its body. */
  ok(...sent: Parameters<Client['request']>): Promise<unknown>;
}

/** The client for the tests of a file. Its app, business and cookies are there from the first test on. */
export function openClient(): Client {
  const client = {
    async request(method, path, input = {}, headers = client.cookies.company) {
      const address = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
      const { statusCode, body } = await client.app.server.inject({
        method,
        url: method === 'POST' ? `/api/${path}` : `/api/${path}?${address}`,
        headers,
        ...(method === 'POST' && { payload: input }),
      });
      return { status: statusCode, body: body ? JSON.parse(body) : undefined };
    },
    async ok(...sent) {
      const { status, body } = await client.request(...sent);
      const said = `${sent[1]} ${JSON.stringify(sent[2])}: ${status} ${JSON.stringify(body)}`;
      assert.ok(status === 200 || status === 204, said);
      return body;
    },
  } as Client;
  before(async () => {
    const app = await testApp();
    const business = await buildBusiness(app, { actions: ['admin'], password: 'correct horse battery' });
    await setTerms(app, { maxLocations: 100, maxUsers: 100 });
    const operator = await buildBusiness(app, { actions: ['sys'] });
    const cookies = { company: await signIn(app, business.employee), system: await signIn(app, operator.employee) };
    Object.assign(client, { app, business, cookies });
  });
  after(() => client.app[Symbol.asyncDispose]());
  return client;
}

/** A record without what a saving itself changes; where `Version` is a value of the record, `RowVersion` changes. */
export const contents = ({ Version, RowVersion, IsChanged: _changed, ...row }: Fields) =>
  RowVersion === undefined ? row : { ...row, Version };
