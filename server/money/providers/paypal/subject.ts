// Reads from an event of PayPal which payment it is about.
import { z } from 'zod';
import type { NoticeSubject } from '../provider.ts';
import { captureIn } from './order.ts';

const text = z.string().min(1).max(255);
const link = z.object({ href: z.string().max(2_000), rel: z.string() });
const resource = z.object({
  id: text.optional(),
  links: z.array(link).default([]),
  supplementary_data: z.object({ related_ids: z.object({ order_id: text.optional() }).optional() }).optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: text.optional() })).default([]),
});

/** Undefined for events about other things. */
export function payPalSubject(event: {
  resource_type?: string | undefined;
  resource?: unknown;
}): NoticeSubject | undefined {
  const { data } = resource.safeParse(event.resource);
  if (!data) return undefined;
  const { id, links, supplementary_data: more, disputed_transactions: disputed } = data;
  switch (event.resource_type) {
    case 'checkout-order':
      return id === undefined ? undefined : { orderRef: id };
    case 'capture':
      return { orderRef: more?.related_ids?.order_id, transactionRef: id };
    case 'refund':
      return { transactionRef: captureIn(links), refundRef: id };
    case 'dispute': {
      const transactionRef = disputed[0]?.seller_transaction_id;
      return transactionRef === undefined ? undefined : { transactionRef };
    }
    default:
      return undefined;
  }
}
