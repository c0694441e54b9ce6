// The deposit that pays for the SMS of a company.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { transaction } from '#server/db/transaction.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/** Sets the price of an SMS and pays in; amounts in units (1/10,000 EUR). */
export async function payForSms(
  app: TestApp,
  companyId: string,
  { price = 500, units }: { price?: number; units: number },
): Promise<void> {
  for (const [table, column] of [
    ['unit_prices', 'price'],
    ['company_terms', 'sms_cost'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${price}::int / 10000::numeric
      where company_id = ${companyId}`.execute(app.database.write);
  }
  await transaction({ ...app, db: app.database.write }, (tx) =>
    topUp(tx, { companyId, units, cause: { kind: 'payment', id: randomUUID(), step: 1 } }),
  );
}
