// Writes a receipt down; the outbox applies it once the attempt has ended (tidy-sms.ts).
import { randomUUIDv7 } from 'node:crypto';
import type { Services } from '#server/lib/context.ts';
import { oneLine } from '#server/lib/one-line.ts';

/** `sent`: the provider will never know whether the SMS arrived. */
export type ReceiptState = 'delivered' | 'undelivered' | 'sent';

export interface SmsReceipt {
  gatewayId: string;
  /** Empty where `deliveryId`, our own identifier, is known. */
  providerRef: string;
  deliveryId?: string | null;
  state: ReceiptState;
  /** The word of the vendor. */
  status: string;
}

export async function storeReceipt({ database, clock }: Services, { status, ...receipt }: SmsReceipt): Promise<void> {
  await database.write
    .insertInto('unmatchedReceipts')
    .values({ id: randomUUIDv7(), ...receipt, answer: oneLine(`Receipt: ${status}`, 500), createdAt: clock.now() })
    .execute();
}
