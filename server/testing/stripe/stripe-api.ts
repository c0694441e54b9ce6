// The calls of Stripe's API that payments make, on the objects of one account.
import type { StandInAnswer, StandInRequest } from '#server/testing/servers/http-stand-in.ts';
import { expireSession, expireSessions } from './buyer.ts';
import { type FormValue, formText, formTexts, readStripeForm } from './form.ts';
import { type StandInSession, type StripeAccount, seconds, stripeId } from './objects.ts';

export interface StripeApi {
  account: StripeAccount;
  /** Keys that are accepted: two during a rotation. */
  secretKeys: string[];
  /** Of the pages at which buyers pay. */
  url: () => string;
}

/** Answers of POST requests by their idempotency key, with the request that had it first. */
type Remembered = Map<string, { request: string; answer: StandInAnswer }>;

/** Returns the function that answers requests. Errors have the form of https://docs.stripe.com/api/errors. */
export function answerStripe(api: StripeApi): (request: StandInRequest) => StandInAnswer {
  const remembered: Remembered = new Map();
  return (request) => {
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!key || !api.secretKeys.includes(key)) {
      const message = key ? `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}` : 'No API key.';
      return stripeError(401, { type: 'invalid_request_error', message });
    }
    if (request.method === 'GET') return answer(api, request);
    const idempotencyKey = request.headers['idempotency-key'];
    if (typeof idempotencyKey !== 'string') return answer(api, request);
    const known = remembered.get(idempotencyKey);
    const text = `${request.path} ${request.body}`;
    if (known && known.request !== text) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return stripeError(400, { type: 'idempotency_error', message });
    }
    if (known) return { ...known.answer, headers: { ...known.answer.headers, 'idempotent-replayed': 'true' } };
    const made = answer(api, request);
    // Stripe remembers answers of 500, too, but no refusals of its validation.
    const final = request.fault?.kind === 'errorAfter' ? failStripe(500) : made;
    if (final.status < 400 || final.status >= 500) remembered.set(idempotencyKey, { request: text, answer: final });
    return final;
  };
}

/** The answer of a service that fails or limits. */
export function failStripe(status: number): StandInAnswer {
  return status === 429
    ? stripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' })
    : stripeError(status, { type: 'api_error', message: 'Something went wrong.' });
}

function answer(api: StripeApi, request: StandInRequest): StandInAnswer {
  expireSessions(api.account);
  const { account } = api;
  const [, version, ...parts] = request.path.split('/');
  const path = parts.join('/');
  if (version !== 'v1') return unknownUrl(request);
  if (request.method === 'POST') {
    if (path === 'checkout/sessions') return createSession(api, readStripeForm(request.body));
    const [, id] = /^checkout\/sessions\/(\w+)\/expire$/.exec(path) ?? [];
    return id ? expire(account, id) : unknownUrl(request);
  }
  const lists: Record<string, ReadonlyMap<string, object>> = {
    'checkout/sessions': account.sessions,
    payment_intents: account.intents,
    charges: account.charges,
    refunds: account.refunds,
    disputes: account.disputes,
    events: account.events,
  };
  const whole = lists[path];
  if (whole) return list(account, [...whole.values()] as Listed[], request);
  const [, name = '', id = ''] = /^(.+)\/(\w+)$/.exec(path) ?? [];
  const records = lists[name];
  if (!records) return unknownUrl(request);
  const found = records.get(id);
  return found ? json(200, expand(account, found, expansions(request))) : missing(name, id);
}

const known = new Set([
  ...['adaptive_pricing', 'cancel_url', 'client_reference_id', 'customer_email', 'expires_at', 'line_items', 'locale'],
  ...['metadata', 'mode', 'payment_intent_data', 'payment_method_types', 'submit_type', 'success_url'],
]);

function createSession({ account, url }: StripeApi, form: { [key: string]: FormValue }): StandInAnswer {
  const unknown = Object.keys(form).find((name) => !known.has(name));
  if (unknown) return invalid('parameter_unknown', unknown, `Received unknown parameter: ${unknown}`);
  const now = seconds(account.now());
  const amount = Number(formText(form, 'line_items.0.price_data.unit_amount'));
  const currency = formText(form, 'line_items.0.price_data.currency');
  const successUrl = formText(form, 'success_url');
  const expiresAt = Number(formText(form, 'expires_at') ?? now + 86_400);
  const eMail = formText(form, 'customer_email');
  if (formText(form, 'mode') !== 'payment') return invalid('parameter_missing', 'mode');
  if (!successUrl) return invalid('parameter_missing', 'success_url');
  if (!currency || !formText(form, 'line_items.0.price_data.product_data.name')) {
    return invalid('parameter_missing', 'line_items');
  }
  if (!Number.isInteger(amount) || amount <= 0) return invalid('parameter_invalid_integer', 'line_items[0]');
  if (amount < 50) return invalid('amount_too_small', 'line_items[0]');
  if (formText(form, 'line_items.0.quantity') !== '1') return invalid('parameter_missing', 'line_items[0][quantity]');
  if (expiresAt < now + 1_800 || expiresAt > now + 86_400) {
    return invalid(
      'parameter_invalid',
      'expires_at',
      'The `expires_at` timestamp must be 30 minutes to 24 hours away.',
    );
  }
  if (eMail !== undefined && !eMail.includes('@')) return invalid('email_invalid', 'customer_email');
  const id = stripeId('cs_test');
  const session: StandInSession = {
    id,
    object: 'checkout.session',
    created: now,
    livemode: false,
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    client_reference_id: formText(form, 'client_reference_id') ?? null,
    customer_email: eMail ?? null,
    locale: formText(form, 'locale') ?? null,
    metadata: formTexts(form, 'metadata'),
    payment_intent: null,
    success_url: successUrl,
    cancel_url: formText(form, 'cancel_url') ?? null,
    expires_at: expiresAt,
    url: `${url()}/c/pay/${id}`,
  };
  account.sessions.set(id, session);
  account.intentData.set(id, {
    description: formText(form, 'payment_intent_data.description') ?? null,
    metadata: formTexts(form, 'payment_intent_data.metadata'),
  });
  return json(200, session);
}

function expire(account: StripeAccount, id: string): StandInAnswer {
  const session = account.sessions.get(id);
  if (!session) return missing('checkout/sessions', id);
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This has "${session.status}".`;
    return stripeError(400, { type: 'invalid_request_error', message });
  }
  expireSession(account, session);
  return json(200, session);
}

/** The fields by which lists are filtered. */
type Listed = { id: string; created: number; payment_intent?: string | null; charge?: string; type?: string };

/** Newest first, in pages. */
function list(account: StripeAccount, records: Listed[], { path, query }: StandInRequest): StandInAnswer {
  const after = query.get('starting_after');
  const from = Number(query.get('created[gte]') ?? 0);
  const types = [...query].filter(([name]) => /^types\[\d*\]$/.test(name)).map(([, value]) => value);
  const found = records.toReversed().filter(({ created, payment_intent, charge, type = '' }) => {
    const isOf = (name: string, value: unknown) => !query.has(name) || query.get(name) === value;
    const isTyped = types.length === 0 || types.includes(type);
    return created >= from && isTyped && isOf('payment_intent', payment_intent) && isOf('charge', charge);
  });
  const rest = after ? found.slice(found.findIndex(({ id }) => id === after) + 1) : found;
  const limit = Number(query.get('limit') ?? 10);
  if (limit < 1 || limit > 100) return invalid('parameter_invalid_integer', 'limit');
  const data = rest.slice(0, limit).map((record) => expand(account, record, []));
  return json(200, { object: 'list', url: path, has_more: rest.length > limit, data });
}

const expansions = ({ query }: StandInRequest): string[][] =>
  [...query].filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, path]) => path.split('.'));

/** Replaces ids with their objects along the paths; `refunds` of a charge are there only when they are expanded. */
function expand(account: StripeAccount, record: object, paths: readonly string[][]): object {
  const expanded: Record<string, unknown> = structuredClone(record) as Record<string, unknown>;
  for (const [field = '', ...rest] of paths) {
    const inner = rest.length > 0 ? [rest] : [];
    const value = expanded[field];
    if (field === 'refunds') {
      const refunds = [...account.refunds.values()].filter(({ charge }) => charge === expanded.id).toReversed();
      const data = refunds.slice(0, 10);
      const url = `/v1/charges/${String(expanded.id)}/refunds`;
      expanded.refunds = { object: 'list', url, has_more: refunds.length > 10, data: structuredClone(data) };
    } else if (typeof value === 'string') {
      const found = account.intents.get(value) ?? account.charges.get(value) ?? account.sessions.get(value);
      if (found) expanded[field] = expand(account, found, inner);
    } else if (typeof value === 'object' && value !== null) expanded[field] = expand(account, value, inner);
  }
  return expanded;
}

const unknownUrl = ({ method, path }: StandInRequest) =>
  stripeError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });

const missing = (name: string, id: string) =>
  stripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${name.replace(/s$/, '').replace('/', '.')}: '${id}'`,
    param: 'id',
  });

const invalid = (code: string, param: string, message = `Missing or invalid: ${param}.`) =>
  stripeError(400, { type: 'invalid_request_error', code, param, message });

interface StripeFailure {
  type: 'api_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
}

const stripeError = (status: number, error: StripeFailure): StandInAnswer => json(status, { error });

function json(status: number, value: object): StandInAnswer {
  return { status, headers: { 'request-id': stripeId('req') }, body: JSON.stringify(value, null, 2) };
}
