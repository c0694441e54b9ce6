// The amount of an invoice that is still to be paid.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { centsIn } from '#server/lib/sql/money.ts';

/** In cents; 0 for a credit note. */
export async function openCents(
  db: Db,
  { companyId, invoiceId }: { companyId: string; invoiceId: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${centsIn(sql`greatest(i.grand_total - coalesce((select sum(s.amount) from invoice_settlements s
      where s.company_id = i.company_id and s.invoice_id = i.id), 0), 0)`)} as cents
    from invoices i where i.company_id = ${companyId} and i.id = ${invoiceId}`.execute(db);
  return rows[0]?.cents ?? 0;
}
