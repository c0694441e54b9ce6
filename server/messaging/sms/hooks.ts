// Takes receipts and inbound texts of SMS gateways: `api/hooks/sms/{gateway}`, authenticated by the secret in the
// address.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { isOneOf, textAt, valueAt } from './fill-request.ts';
import { type Gateway, gatewayById } from './gateways.ts';
import type { SmsRequest } from './presets.ts';
import { storeReceipt } from './store-receipt.ts';
import { takeAnswer } from './take-answer.ts';
import type { WhenAnswered } from './when-answered.ts';

type Fields = Record<string, unknown>;

/** More in one request are ignored. */
const maxEntries = 1_000;

interface Options {
  services: Services;
  /** Of the areas above. */
  whenAnswered?: WhenAnswered;
}

export async function smsHooks(server: FastifyInstance, options: Options): Promise<void> {
  // Some vendors send forms. The parser is that of this plugin alone.
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  for (const method of ['GET', 'POST'] as const) {
    server.route<{ Params: { gateway: string }; Querystring: Fields }>({
      ...{ method, url: '/api/hooks/sms/:gateway', exposeHeadRoute: false },
      handler: (request, reply) => take(options, request, reply),
    });
  }
}

async function take(
  { services, whenAnswered }: Options,
  { params, query, body }: FastifyRequest<{ Params: { gateway: string }; Querystring: Fields }>,
  reply: FastifyReply,
) {
  const gateway = await gatewayOf(services, params.gateway, String(query.key ?? ''));
  const { key: _key, delivery, ...rest } = query;
  // Some vendors send their fields in the address.
  const fields = typeof body === 'object' && body !== null ? { ...rest, ...body } : rest;
  const { request } = gateway;
  const entries = entriesOf(request, fields);
  for (const entry of entries) {
    const [from, text] = [textAt(entry, request.inboundFromPath), textAt(entry, request.inboundTextPath)];
    if (from && text) {
      await takeAnswer(services, { gatewayId: gateway.id, from, text: text.slice(0, 2_000) }, whenAnswered);
    } else {
      // The address names one SMS.
      const own = entries.length === 1 ? String(delivery ?? '') : '';
      await takeReceipt(services, gateway, entry, own || textAt(entry, request.ownIdPath ?? ''));
    }
  }
  return reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(request.reply ?? '');
}

/** Receipts and inbound texts in one request come at once, as a list or with their values joined in each field. */
function entriesOf({ listPath, separator, receiptIdPath, receiptStatusPath }: SmsRequest, fields: Fields): unknown[] {
  if (listPath) {
    const list = valueAt(fields, listPath);
    return Array.isArray(list) ? list.slice(0, maxEntries) : [];
  }
  const ids = separator ? textAt(fields, receiptIdPath).split(separator) : [];
  if (ids.length < 2) return [fields];
  const states = textAt(fields, receiptStatusPath).split(separator ?? '');
  return ids.slice(0, maxEntries).map((id, nth) => ({ [receiptIdPath]: id, [receiptStatusPath]: states[nth] }));
}

/** Throws the same 404 for an unknown gateway and a wrong secret. */
async function gatewayOf(services: Services, id: string, key: string): Promise<Gateway> {
  const gateway = isId.test(id) ? await gatewayById(services, services.database.read, id) : undefined;
  const expected = gateway?.hookUrl && new URL(gateway.hookUrl).searchParams.get('key');
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (!gateway || !expected || !timingSafeEqual(hash(expected), hash(key))) throw notFound();
  return gateway;
}

async function takeReceipt(services: Services, gateway: Gateway, fields: unknown, delivery: string): Promise<void> {
  const { receiptIdPath, receiptStatusPath, deliveredValues, undeliveredValues } = gateway.request;
  const providerRef = textAt(fields, receiptIdPath).slice(0, 200);
  const status = textAt(fields, receiptStatusPath);
  const state = isOneOf(deliveredValues, status)
    ? 'delivered'
    : isOneOf(undeliveredValues, status)
      ? 'undelivered'
      : undefined;
  const deliveryId = isId.test(delivery) ? delivery : null;
  if (state && (providerRef || deliveryId)) {
    await storeReceipt(services, { gatewayId: gateway.id, providerRef, deliveryId, state, status });
  }
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
