// The page at which buyers agree to pay, for tests in a browser and for trying by hand.
import { escapeHtml } from '#server/lib/escape.ts';
import type { StandInAnswer, StandInRequest } from '#server/testing/servers/http-stand-in.ts';
import type { PayPalBuyer } from './buyer.ts';
import type { PayPalAccount } from './objects.ts';

/** Returns undefined for requests that are about no page. */
export function approvalPage(
  account: PayPalAccount,
  buyer: PayPalBuyer,
  { method, path, query, body }: StandInRequest,
): StandInAnswer | undefined {
  if (path !== '/checkoutnow') return undefined;
  const order = account.orders.get(query.get('token') ?? '');
  if (!order) return html('<p>This page is over.</p>', 404);
  if (order.status !== 'PAYER_ACTION_REQUIRED') return html(`<p>This order is ${order.status}.</p>`);
  if (method === 'POST') {
    const action = new URLSearchParams(body).get('action');
    if (action === 'decline' || action === 'pend') buyer[action](order.id);
    buyer.approve(order.id);
    const location = withToken(order.returnUrl, order.id);
    return { status: 303, headers: { location, 'content-type': 'text/html' }, body: '' };
  }
  const buttons = Object.entries(actions).map(
    ([name, label]) => `<button name="action" value="${name}">${label}</button>`,
  );
  const { value, currency_code: currency } = order.purchase_units[0].amount;
  const back = `<a href="${escapeHtml(withToken(order.cancelUrl, order.id))}">Back</a>`;
  return html(
    `<h1>PayPal (stand-in)</h1><p>${value} ${currency}</p><form method="post">${buttons.join('')}</form>${back}`,
  );
}

const actions = { approve: 'Pay', pend: 'Pay later', decline: 'Pay from an empty account' } as const;

/** PayPal adds these to both addresses. */
function withToken(address: string, id: string): string {
  const url = new URL(address);
  url.searchParams.set('token', id);
  url.searchParams.set('PayerID', 'BUYER1');
  return url.href;
}

function html(body: string, status = 200): StandInAnswer {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { status, headers, body: `<!doctype html><title>PayPal</title>${body}` };
}
