// A gateway over HTTP that the operator has declared, and the SMS and the deposit of its company.
import { sql } from 'kysely';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { unitsIn } from '#server/lib/sql/money.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { buildBusiness } from './business.ts';
import { signIn } from './sign-in.ts';

const { insert, getHook } = systemSmsGateways.operations;

/** Permits gateways on this machine. */
export const privateHosts = { PRIVATE_HOSTS: '127.0.0.1' };

/** The settings of a gateway that takes JSON. */
export const declared = {
  ...{ kind: 'http' as const, method: 'POST' as const, path: '/send?account={{user}}', userName: 'daybook' },
  headers: 'Content-Type: application/json\nAuthorization: Bearer {{password}}',
  body: '{"to":"{{to}}","from":"{{from}}","text":"{{text}}","id":"{{id}}","report":"{{receiptUrl}}"}',
  ...{ idPath: 'id', receiptIdPath: 'ref', receiptStatusPath: 'state', deliveredValues: 'ok' },
  ...{ undeliveredValues: 'gone, expired', inboundFromPath: 'sender', inboundTextPath: 'words', sender: 'Daybook' },
};

/** A company whose SMS leave over a gateway with these settings; `hook` is the path for its receipts and answers. */
export async function withGateway(app: TestApp, { host, port }: { host: string; port: number }, more: object = {}) {
  const { employee, company } = await buildBusiness(app, { actions: ['admin', 'sys'], logIn: 'olga@daybook.test' });
  const sys = await signIn(app, employee);
  const given = { key: 'Main', host, port, timeOut: 1_000, password: 's3cret', ...declared, ...more };
  const { id } = (await app.call(insert, given, sys)).answer;
  const { url } = (await app.call(getHook, { id }, sys)).answer;
  return { id, sys, companyId: company.id, hook: url.slice(app.publicUrl.length) };
}

/** Sends whatever is due. */
export async function drain(app: TestApp): Promise<void> {
  const outbox = openMessaging(app);
  await outbox.drain();
  await outbox.close();
}

export async function smsState(app: TestApp, id: string): Promise<string> {
  const row = await app.database.write.selectFrom('deliveries').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state ?? '';
}

/** In units (1/10,000 EUR). */
export async function depositOf(app: TestApp, companyId: string) {
  const { rows } = await sql<{ posted: number; held: number }>`
    select ${unitsIn(sql`posted`)} as posted, ${unitsIn(sql`held`)} as held from deposits
    where company_id = ${companyId}`.execute(app.database.write);
  return rows[0];
}
