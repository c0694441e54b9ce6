// Builds receipts of visits of one part.
import type { Services } from '#server/lib/context.ts';

interface NewReceipt {
  companyId: string;
  id: string;
  /** Also the id of its event. */
  visitId: string;
  amount: number;
  locationId?: string;
  /** Empty: a fiscal device beside it, whose number was not entered. */
  deviceNumber?: string;
}

/** Paid in cash, on 2 March. */
export async function buildReceipt(
  services: Services,
  { companyId, id, visitId, amount, locationId, deviceNumber }: NewReceipt,
): Promise<void> {
  const { write } = services.database;
  const paid = { companyId, visitId, day: '2026-03-02', amount, locationId: locationId ?? null };
  await write
    .insertInto('receipts')
    .values({ ...paid, id, createdAt: services.clock.now(), deviceNumber: deviceNumber ?? null })
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
