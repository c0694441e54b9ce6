// Finds orders of ours at PayPal: those of captures and refunds, and those that PayPal recorded events of.
import { z } from 'zod';
import { type NoticeSubject, ProviderError } from '../provider.ts';
import { attemptOf, captureIn, payPalCapture, payPalOrder, payPalRefund } from './order.ts';
import type { PayPalCalls } from './paypal-calls.ts';
import { payPalSubject } from './subject.ts';

/** Undefined for orders of other programs, and for objects that PayPal does not know. */
export async function findPayPalOrder(calls: PayPalCalls, subject: NoticeSubject): Promise<string | undefined> {
  try {
    return await find(calls, subject);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'notFound') return undefined;
    throw error;
  }
}

async function find(calls: PayPalCalls, { orderRef, transactionRef, refundRef }: NoticeSubject) {
  if (orderRef !== undefined) {
    const order = await calls.call(`/v2/checkout/orders/${encodeURIComponent(orderRef)}`, payPalOrder);
    return attemptOf(order.purchase_units[0]?.custom_id) && order.id;
  }
  const captureRef = transactionRef ?? (refundRef && (await captureOfRefund(calls, refundRef)));
  if (captureRef === undefined) return undefined;
  const capture = await calls.call(`/v2/payments/captures/${encodeURIComponent(captureRef)}`, payPalCapture);
  return attemptOf(capture.custom_id) && capture.supplementary_data?.related_ids?.order_id;
}

async function captureOfRefund(calls: PayPalCalls, refundRef: string): Promise<string | undefined> {
  const { links } = await calls.call(`/v2/payments/refunds/${encodeURIComponent(refundRef)}`, payPalRefund);
  return captureIn(links);
}

const eventPage = z.object({
  events: z.array(z.object({ resource_type: z.string().optional(), resource: z.unknown() })).default([]),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
});
/** Events in one answer, and answers of one listing. */
const pageSize = 100;
const maxPages = 100;

/** PayPal cannot list orders, but the events that it had to tell of. */
export async function recentPayPalOrders(calls: PayPalCalls, since: Temporal.Instant): Promise<string[]> {
  const query = new URLSearchParams({ start_time: since.round('second').toString(), page_size: String(pageSize) });
  let path: string | undefined = `/v1/notifications/webhooks-events?${query}`;
  const subjects = new Map<string, NoticeSubject>();
  for (let page = 0; path !== undefined && page < maxPages; page++) {
    const { events, links }: z.output<typeof eventPage> = await calls.call(path, eventPage);
    for (const event of events) {
      const subject = payPalSubject(event);
      if (subject) subjects.set(JSON.stringify(subject), subject);
    }
    const next = URL.parse(links.find(({ rel }) => rel === 'next')?.href ?? '');
    path = next && events.length > 0 ? `${next.pathname}${next.search}` : undefined;
  }
  const found = new Set<string>();
  let unknown = 0;
  for (const subject of subjects.values()) {
    try {
      const orderRef = await findPayPalOrder(calls, subject);
      if (orderRef) found.add(orderRef);
      unknown = 0;
    } catch (error) {
      // An answer of another form hides one order, not those after it.
      if (!(error instanceof ProviderError && error.kind === 'unknown') || ++unknown > 1) throw error;
    }
  }
  return [...found];
}
