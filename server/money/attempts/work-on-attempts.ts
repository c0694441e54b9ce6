// Jobs of payments: what is due is asked for, so that payments are right without any notice.
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';
import { paymentProvidersOf } from '../providers/configured.ts';
import { askingInTurn } from './ask-provider.ts';
import { readPaymentAttempts } from './attempt.ts';
import { checkAttempt } from './check-attempt.ts';
import { findByOrder } from './find-attempt.ts';
import { handleNotices } from './handle-notices.ts';

/** After a question without an answer. */
const pause = { minutes: 15 };
/** How far the review looks back. */
const reviewed = { hours: 72 };

interface Options {
  limit: number;
  signal?: AbortSignal;
}

/** Looks at notices and attempts that are due. */
export async function workOnAttempts(services: Services, { limit, signal }: Options) {
  const { database, clock } = services;
  const ask = askingInTurn(services);
  const providerNotices = await handleNotices(services, { limit, ask, ...(signal && { signal }) });
  const due = await readPaymentAttempts(database.write, sql`a.due_at <= ${clock.now()}`, limit);
  let attemptsChecked = 0;
  for (const attempt of due) {
    signal?.throwIfAborted();
    const answer = await ask(attempt.provider, () => checkAttempt(services, attempt));
    if (answer === 'answered') attemptsChecked++;
    if (answer === 'failed')
      await sql`
        update payment_attempts set due_at = ${clock.now().add(pause)}
        where company_id = ${attempt.companyId} and id = ${attempt.id}`.execute(database.write);
  }
  return { providerNotices, attemptsChecked, attemptsWaiting: due.length - attemptsChecked };
}

/** Asks for every order of the last days of which a provider recorded anything: notices may have been lost. */
export async function reviewPayments(services: Services, { signal }: { signal?: AbortSignal } = {}) {
  const ask = askingInTurn(services);
  const since = services.clock.now().subtract(reviewed);
  let ordersReviewed = 0;
  for (const provider of paymentProvidersOf(services).values()) {
    const { name } = provider;
    let orders: string[] = [];
    await ask(name, async () => {
      orders = await provider.listRecent(since);
    });
    for (const orderRef of orders) {
      signal?.throwIfAborted();
      const answer = await ask(name, async () => {
        const attempt = await findByOrder(services, name, orderRef);
        if (attempt) await checkAttempt(services, attempt);
      });
      if (answer === 'answered') ordersReviewed++;
    }
  }
  return { ordersReviewed };
}
