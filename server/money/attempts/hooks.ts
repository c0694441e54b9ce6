// Takes notices of payment providers: `api/hooks/payments/{provider}`. A notice is a hint: it is verified, stored once
// and answered, and then the provider is asked what is true. A notice that is lost is made up for by the job.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PaymentProviderName, paymentProviders } from '#contract/money/payments.ts';
import type { Services } from '#server/lib/context.ts';
import { DoorLimits } from '#server/lib/http/door-limits.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { paymentProvidersOf } from '../providers/configured.ts';
import { type NoticeRefusal, ProviderError } from '../providers/provider.ts';
import { handleNotices } from './handle-notices.ts';
import { type ProviderNotice, storeNotice } from './store-notice.ts';

const maxBytes = 256 * 1024;

export async function paymentHooks(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  // Signatures are of the bytes. The parsers are those of this plugin alone.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  );
  const limits = new DoorLimits(services.clock);
  const working = new Set<Promise<unknown>>();
  server.addHook('onClose', async () => {
    await Promise.allSettled(working);
  });
  server.post<{ Params: { provider: string } }>('/api/hooks/payments/:provider', async (request, reply) => {
    const of = await take(services, limits, request);
    await answer(reply);
    if (!of) return reply;
    const work = handleNotices(services, { limit: 1, of }).catch((err: unknown) =>
      services.log.error({ category: 'Payments', err }, 'a notice could not be looked at'),
    );
    working.add(work);
    void work.finally(() => working.delete(work));
    return reply;
  });
}

/**
 * Returns the event unless it is known already. Throws 404 for a provider that is not configured, 400 for a notice that
 * is not its, and 429 for a network that sends many of these.
 */
async function take(
  services: Services,
  limits: DoorLimits,
  { ip, params, headers, body }: FastifyRequest<{ Params: { provider: string } }>,
): Promise<Pick<ProviderNotice, 'provider' | 'eventId'> | undefined> {
  const name = paymentProviders.find((one) => one === params.provider);
  const provider = name && paymentProvidersOf(services).get(name);
  if (!provider) throw notFound();
  limits.checkNetwork(ip);
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const notice = await provider.verifyNotice({ rawBody, headers, now: services.clock.now() }).catch(askAgain);
  if (!notice.isVerified) {
    limits.countUnknown(ip);
    throw refuse(services, provider.name, notice.reason);
  }
  const { eventId, type, subject } = notice;
  const isFirst = await storeNotice(services, { provider: provider.name, eventId, type, subject });
  return isFirst && subject ? { provider: provider.name, eventId } : undefined;
}

/** Its certificate cannot be fetched now: the provider repeats the notice. */
function askAgain(error: unknown): never {
  throw error instanceof ProviderError ? new Refusal(503, 'payment.providerAway') : error;
}

function refuse({ log }: Services, provider: PaymentProviderName, reason: NoticeRefusal): Refusal {
  log.warn({ category: 'Payments', provider, reason }, 'a notice of a payment provider was refused');
  if (reason === 'unconfigured') return notFound();
  return new Refusal(reason === 'large' ? 413 : 400, 'error.body');
}

async function answer(reply: FastifyReply): Promise<void> {
  await reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('');
}
