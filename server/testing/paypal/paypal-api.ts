// The calls of PayPal's API that payments make, on the objects of one account.
import type { StandInAnswer, StandInRequest } from '#server/testing/servers/http-stand-in.ts';
import {
  addNotice,
  orderAnswer,
  type PayPalAccount,
  payPalId,
  payPalTime,
  refundAnswer,
  type StandInCapture,
  type StandInOrder,
} from './objects.ts';

export interface PayPalApi {
  account: PayPalAccount;
  clientId: string;
  /** Accepted secrets: two during a rotation. */
  secrets: string[];
  /** How long a token lasts (s). */
  tokenSeconds: number;
  /** Permissions of the application; `disputes` is an option of it. */
  scope: string;
  /** The file of certificates that each address of one answers. */
  certificates: Map<string, string>;
}

type Remembered = Map<string, StandInAnswer>;

/** Returns the function that answers requests. */
export function answerPayPal(api: PayPalApi): (request: StandInRequest) => StandInAnswer {
  const remembered: Remembered = new Map();
  return (request) => {
    const { method, path, headers } = request;
    const certificate = api.certificates.get(path);
    if (certificate) return { status: 200, headers: { 'content-type': 'text/plain' }, body: certificate };
    if (path === '/v1/oauth2/token') return giveToken(api, request);
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const until = api.account.tokens.get(token);
    if (!until || Temporal.Instant.compare(until, api.account.now()) <= 0) {
      return json(401, { error: 'invalid_token', error_description: 'Token signature verification failed' });
    }
    const id = headers['paypal-request-id'];
    if (method !== 'POST' || typeof id !== 'string') return answer(api, request);
    const known = remembered.get(`${path} ${id}`);
    if (known) return known;
    const made = answer(api, request);
    if (made.status < 400) remembered.set(`${path} ${id}`, { ...made, status: 200 });
    return made;
  };
}

/** The answer of a service that fails or limits. */
export function failPayPal(status: number): StandInAnswer {
  return status === 429
    ? payPalError(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.')
    : payPalError(status, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');
}

function giveToken({ account, clientId, secrets, tokenSeconds, scope }: PayPalApi, request: StandInRequest) {
  const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const [user, secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  if (user !== clientId || !secrets.includes(secret)) {
    return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
  }
  if (request.body !== 'grant_type=client_credentials') return json(400, { error: 'unsupported_grant_type' });
  const token = `A21AA${payPalId(60)}`;
  account.tokens.set(token, account.now().add({ seconds: tokenSeconds }));
  return json(200, { scope, access_token: token, token_type: 'Bearer', app_id: 'APP-1', expires_in: tokenSeconds });
}

function answer(api: PayPalApi, request: StandInRequest): StandInAnswer {
  const { account } = api;
  const { method, path, query } = request;
  const [, kind = '', id = '', action] = /^\/v\d\/([\w-]+\/[\w-]+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? [];
  const route = `${method} ${kind}${id ? '/:id' : ''}${action ? `/${action}` : ''}`;
  const found = <T>(record: T | undefined, show: (record: T) => object): StandInAnswer =>
    record ? json(200, show(record)) : payPalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.');
  switch (route) {
    case 'POST checkout/orders':
      return createOrder(account, request);
    case 'GET checkout/orders/:id':
      return found(account.orders.get(id), (order) => orderAnswer(account, order));
    case 'POST checkout/orders/:id/capture':
      return capture(account, account.orders.get(id));
    case 'GET payments/captures/:id':
      return found(account.captures.get(id), (one) => one);
    case 'GET payments/refunds/:id':
      return found(account.refunds.get(id), refundAnswer);
    case 'GET customer/disputes':
    case 'GET customer/disputes/:id': {
      if (!api.scope.includes('disputes')) return payPalError(403, 'NOT_AUTHORIZED', 'Authorization failed.');
      if (id) return found(account.disputes.get(id), (one) => one);
      const of = query.get('disputed_transaction_id');
      const items = [...account.disputes.values()].filter(
        (one) => one.disputed_transactions[0].seller_transaction_id === of,
      );
      // The list has no outcomes.
      return json(200, { items: items.map(({ dispute_outcome: _, ...one }) => one), links: [] });
    }
    case 'GET notifications/webhooks-events':
      return listEvents(account, query);
    default:
      return payPalError(404, 'RESOURCE_NOT_FOUND', `${method} ${path} is unknown.`);
  }
}

interface NewOrder {
  intent?: string;
  purchase_units?: {
    custom_id?: string;
    description?: string;
    amount?: { currency_code?: string; value?: string };
  }[];
  payment_source?: {
    paypal?: { experience_context?: { return_url?: string; cancel_url?: string; locale?: string } };
  };
}

function createOrder(account: PayPalAccount, { body, headers }: StandInRequest): StandInAnswer {
  if (!headers['content-type']?.startsWith('application/json')) return payPalError(415, 'UNSUPPORTED_MEDIA_TYPE', '');
  // A body that the client sent; its fields are checked one by one.
  const { intent, purchase_units: units = [], payment_source: source } = JSON.parse(body) as NewOrder;
  const [{ amount, custom_id, description } = {}] = units;
  const { return_url: returnUrl, cancel_url: cancelUrl, locale } = source?.paypal?.experience_context ?? {};
  if (intent !== 'CAPTURE' || units.length !== 1 || !amount?.currency_code)
    return invalid('MISSING_REQUIRED_PARAMETER');
  if (!/^\d{1,7}\.\d\d$/.test(amount.value ?? '')) return invalid('INVALID_PARAMETER_SYNTAX');
  if (Number(amount.value) <= 0) return unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE');
  if (!returnUrl || !cancelUrl) return invalid('MISSING_REQUIRED_PARAMETER');
  if (locale !== undefined && !/^[a-z]{2}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(locale)) {
    return invalid('INVALID_PARAMETER_SYNTAX');
  }
  if ((custom_id?.length ?? 0) > 255 || (description?.length ?? 0) > 127) return invalid('INVALID_STRING_LENGTH');
  const id = payPalId();
  const order: StandInOrder = {
    id,
    intent,
    status: 'PAYER_ACTION_REQUIRED',
    create_time: payPalTime(account.now()),
    purchase_units: [
      {
        reference_id: 'default',
        ...(custom_id && { custom_id }),
        ...(description && { description }),
        amount: { currency_code: amount.currency_code, value: amount.value ?? '' },
      },
    ],
    links: [
      { href: `${account.url()}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
      { href: `${account.url()}/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' },
    ],
    declines: false,
    pends: false,
    returnUrl,
    cancelUrl,
    locale,
  };
  account.orders.set(id, order);
  return json(200, { id, status: order.status, links: order.links });
}

function capture(account: PayPalAccount, order: StandInOrder | undefined): StandInAnswer {
  if (!order) return payPalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.');
  if (order.status === 'COMPLETED') return unprocessable('ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED');
  if (order.declines) {
    order.status = 'PAYER_ACTION_REQUIRED';
    return unprocessable('INSTRUMENT_DECLINED', [
      { href: `${account.url()}/checkoutnow?token=${order.id}`, rel: 'redirect', method: 'GET' },
    ]);
  }
  const [{ amount, custom_id }] = order.purchase_units;
  const id = payPalId();
  const made: StandInCapture = {
    id,
    status: order.pends ? 'PENDING' : 'COMPLETED',
    ...(order.pends && { status_details: { reason: 'ECHECK' } }),
    amount: { ...amount },
    ...(custom_id && { custom_id }),
    final_capture: true,
    create_time: payPalTime(account.now()),
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [{ href: `${account.url()}/v2/payments/captures/${id}`, rel: 'self', method: 'GET' }],
  };
  account.captures.set(id, made);
  order.status = 'COMPLETED';
  addNotice(account, `PAYMENT.CAPTURE.${made.status}`, 'capture', made);
  return json(201, orderAnswer(account, order));
}

/** Newest first, in pages with a link to the next. */
function listEvents(account: PayPalAccount, query: URLSearchParams): StandInAnswer {
  const from = Date.parse(query.get('start_time') ?? '2000-01-01');
  const size = Number(query.get('page_size') ?? 10);
  const start = Number(query.get('start') ?? 0);
  const found = [...account.events.values()].toReversed().filter(({ create_time: at }) => Date.parse(at) >= from);
  const next = new URLSearchParams({ ...Object.fromEntries(query), start: String(start + size) });
  const links =
    found.length > start + size
      ? [{ href: `${account.url()}/v1/notifications/webhooks-events?${next}`, rel: 'next', method: 'GET' }]
      : [];
  return json(200, { events: found.slice(start, start + size), count: found.length, links });
}

const invalid = (issue: string) =>
  payPalError(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    issue,
  );

const unprocessable = (issue: string, links: object[] = []) =>
  payPalError(422, 'UNPROCESSABLE_ENTITY', 'The requested action could not be performed.', issue, links);

function payPalError(status: number, name: string, message: string, issue?: string, links: object[] = []) {
  const details = issue ? [{ issue, description: `${issue} of the stand-in` }] : [];
  return json(status, { name, message, debug_id: payPalId(13).toLowerCase(), details, links });
}

function json(status: number, value: object): StandInAnswer {
  return { status, headers: { 'paypal-debug-id': payPalId(13).toLowerCase() }, body: JSON.stringify(value) };
}
