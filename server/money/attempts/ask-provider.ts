// Asks payment providers, and goes on when they do not answer.
import type { PaymentProviderName } from '#contract/money/payments.ts';
import type { Services } from '#server/lib/context.ts';
import { ProviderError } from '../providers/provider.ts';

/** Logs why a provider did not return what it should, and returns that. Throws any other error. */
export function reportProvider({ log }: Pick<Services, 'log'>, error: unknown): ProviderError {
  if (!(error instanceof ProviderError)) throw error;
  const { provider, kind, code, requestId, message } = error;
  log.warn({ category: 'Payments', provider, kind, code, requestId }, message);
  return error;
}

export type Answer = 'answered' | 'failed' | 'notAsked';

/** Questions in a row without an answer, after which a provider is taken for away: one may be about a strange order. */
const maxUnknown = 2;

/**
 * Returns a function that asks for one thing after the other. A provider that is away is not asked again: each question
 * takes seconds, and the next run begins with those that were not asked.
 */
export function askingInTurn(services: Pick<Services, 'log'>) {
  const away = new Set<PaymentProviderName>();
  const unknown = new Map<PaymentProviderName, number>();
  return async (provider: PaymentProviderName, ask: () => Promise<unknown>): Promise<Answer> => {
    if (away.has(provider)) return 'notAsked';
    try {
      await ask();
      unknown.delete(provider);
      return 'answered';
    } catch (error) {
      const { kind } = reportProvider(services, error);
      const inARow = kind === 'unknown' ? (unknown.get(provider) ?? 0) + 1 : 0;
      unknown.set(provider, inARow);
      if (kind === 'unreachable' || kind === 'keys' || inARow >= maxUnknown) away.add(provider);
      return 'failed';
    }
  };
}
