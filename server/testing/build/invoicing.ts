// A seller whose details are complete, and companies that it invoices.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { reserve } from '#server/balance/deposits/reserve.ts';
import { settle } from '#server/balance/deposits/settle.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { transaction } from '#server/db/transaction.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { buildBusiness, setTerms } from './business.ts';
import { signIn } from './sign-in.ts';

const details = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000', timeZone: 'Europe/Riga' };

/** A company that pays 10 a month, its administrator, and the operator, both signed in. */
export async function sellerAndPayer(app: TestApp) {
  await app.database.write
    .updateTable('seller')
    .set({ ...details, vatId: 'LV40003032949', vatRate: 21 })
    .execute();
  const { company: payer, employee } = await buildBusiness(app, { actions: ['admin'] });
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  await setTerms(app, { monthlyCost: 10 }, payer.id);
  return { payer, admin: await signIn(app, employee), sys: await signIn(app, operator) };
}

/** Companies are invoiced from that month on. */
export async function billFrom(app: Pick<TestApp, 'database'>, month: string): Promise<void> {
  await sql`insert into billing (company_id, since, next_period) select id, ${month}::date, ${month}::date from companies
    on conflict (company_id) do update set since = excluded.since, next_period = excluded.next_period`.execute(
    app.database.write,
  );
}

/** The company pays in 5 EUR and uses `units` of it (1/10,000 EUR) for an SMS. */
export async function useSms(app: TestApp, companyId: string, units: number): Promise<void> {
  const source = { kind: 'sms', id: randomUUID() };
  await transaction({ ...app, db: app.database.write }, async (tx) => {
    await topUp(tx, { companyId, units: 50_000, cause: { kind: 'payment', id: randomUUID(), step: 1 } });
    await reserve(tx, { companyId, units, source });
    await settle(tx, { companyId, source });
  });
}
