// Jobs of payments: what is due is asked for, so that payments are right without any notice.
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';
import { paymentProvidersOf } from '../providers/configured.ts';
import { ProviderError } from '../providers/provider.ts';
import { readPaymentAttempts } from './attempt.ts';
import { checkAttempt } from './check-attempt.ts';
import { findByOrder, handleNotices } from './take-notice.ts';

/** After a question without an answer. */
const pause = { minutes: 15 };
/** How far the review looks back. */
const reviewed = { hours: 72 };

interface Options {
  limit: number;
  signal?: AbortSignal;
}

/** Looks at notices and attempts that are due. A provider that does not answer is left alone until the next run. */
export async function workOnAttempts(services: Services, { limit, signal }: Options) {
  const notices = await handleNotices(services, { limit, ...(signal && { signal }) });
  const silent = new Set<string>();
  const due = await readPaymentAttempts(services.database.write, sql`a.due_at <= ${services.clock.now()}`, limit);
  let checked = 0;
  for (const attempt of due) {
    signal?.throwIfAborted();
    if (!silent.has(attempt.provider) && (await isAnswered(services, () => checkAttempt(services, attempt)))) {
      checked++;
      continue;
    }
    silent.add(attempt.provider);
    await sql`
      update payment_attempts set due_at = ${services.clock.now().add(pause)}
      where company_id = ${attempt.companyId} and id = ${attempt.id}`.execute(services.database.write);
  }
  return { providerNotices: notices, attemptsChecked: checked, attemptsWaiting: due.length - checked };
}

/** Asks for every order of the last days of which a provider recorded anything: notices may have been lost. */
export async function reviewPayments(services: Services, { signal }: { signal?: AbortSignal } = {}) {
  let ordersReviewed = 0;
  for (const provider of paymentProvidersOf(services).values()) {
    await isAnswered(services, async () => {
      for (const orderRef of await provider.listRecent(services.clock.now().subtract(reviewed))) {
        signal?.throwIfAborted();
        const attempt = await findByOrder(services, provider.name, orderRef);
        if (attempt) await checkAttempt(services, attempt);
        ordersReviewed++;
      }
    });
  }
  return { ordersReviewed };
}

async function isAnswered({ log }: Services, ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { provider, kind, code, requestId, message } = error;
    log.warn({ category: 'Payments', provider, kind, code, requestId }, message);
    return false;
  }
}
