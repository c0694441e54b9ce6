// The page at which buyers pay, for tests in a browser and for trying by hand.
import { escapeHtml } from '#server/lib/escape.ts';
import type { StandInAnswer, StandInRequest } from '#server/testing/servers/http-stand-in.ts';
import type { StripeBuyer } from './buyer.ts';
import type { StripeAccount } from './objects.ts';

const actions = { pay: 'Pay by card', decline: 'Try a declined card', pend: 'Pay by debit' } as const;

/** Returns undefined for requests that are about no page. */
export function buyerPage(
  account: StripeAccount,
  buyer: StripeBuyer,
  { method, path, body }: StandInRequest,
): StandInAnswer | undefined {
  const [, id = ''] = /^\/c\/pay\/(\w+)$/.exec(path) ?? [];
  const session = account.sessions.get(id);
  if (!session) return undefined;
  if (session.status !== 'open') return html(`<p>This page is ${session.status}.</p>`);
  if (method === 'POST') {
    const action = new URLSearchParams(body).get('action');
    if (action !== 'pay' && action !== 'decline' && action !== 'pend') return html('<p>Unknown action.</p>', 400);
    buyer[action](id);
    if (action !== 'decline') {
      const location = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
      return { status: 303, headers: { location, 'content-type': 'text/html' }, body: '' };
    }
  }
  const intent = account.intents.get(session.payment_intent ?? '');
  const error = intent?.last_payment_error ? `<p role="alert">${intent.last_payment_error.message}</p>` : '';
  const buttons = Object.entries(actions).map(
    ([name, label]) => `<button name="action" value="${name}">${label}</button>`,
  );
  const back = session.cancel_url ? `<a href="${escapeHtml(session.cancel_url)}">Back</a>` : '';
  const amount = `${(session.amount_total / 100).toFixed(2)} ${session.currency.toUpperCase()}`;
  return html(
    `<h1>Stripe (stand-in)</h1><p>${amount}</p>${error}<form method="post">${buttons.join('')}</form>${back}`,
  );
}

function html(body: string, status = 200): StandInAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><title>Stripe</title>${body}`,
  };
}
