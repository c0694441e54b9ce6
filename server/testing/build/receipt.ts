// Builds receipts of visits of one part.
import type { Services } from '#server/lib/context.ts';

interface NewReceipt {
  companyId: string;
  id: string;
  /** Also the id of its event. */
  visitId: string;
  amount: number;
}

/** Paid in cash, on 2 March. */
export async function buildReceipt(services: Services, { companyId, id, visitId, amount }: NewReceipt): Promise<void> {
  const { write } = services.database;
  const paid = { companyId, visitId, day: '2026-03-02', amount };
  await write
    .insertInto('receipts')
    .values({ ...paid, id, createdAt: services.clock.now() })
    .execute();
  await write
    .insertInto('receiptLines')
    .values({
      ...{ ...paid, receiptId: id, position: 0, eventId: visitId, kind: 'service', name: 'Cut' },
      ...{ quantity: 1, unitPrice: amount },
    })
    .execute();
  await write
    .insertInto('receiptPayments')
    .values({ companyId, receiptId: id, position: 0, method: 'cash', amount })
    .execute();
}
