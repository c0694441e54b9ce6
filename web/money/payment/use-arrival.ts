// Waits for the money of a payer who has come back from a provider.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Checkout, companyPayments } from '#contract/money/payments.ts';
import { call, query } from '#web/lib/client/client.ts';

const { checkAttempts, getCheckout } = companyPayments.operations;

/** Between two questions, and how long the page waits for an answer (ms). */
const interval = 2_000;
const patience = 60_000;
/** Between two questions after that, while the page is in view: it has said that the payment appears by itself. */
const lateInterval = 30_000;

/**
 * For so long after the arrival (ms), a try that failed may be one before the payment: the provider is asked again at
 * most every three seconds.
 */
const firstLook = 6_000;

/**
 * `checking` while the provider is asked often, `late` when nothing has arrived within a minute, `none` when nothing is
 * expected, or the provider says that the try has failed. The payer may still pay at its page: the question goes on.
 */
export function useArrival({ id, state, attempt, decisions }: Checkout, isBack: boolean): 'none' | 'checking' | 'late' {
  const client = useQueryClient();
  const [hasLooked, setLooked] = useState(false);
  const [isLate, setLate] = useState(false);
  const isExpected = isBack && decisions.length === 0 && state === 'created' && attempt?.state === 'open';
  const { data } = useQuery({
    queryKey: ['payment arrival', id],
    queryFn: ({ signal }) => call(checkAttempts, { id }, { signal, handlesErrors: true }),
    enabled: isExpected,
    refetchInterval: isLate ? lateInterval : interval,
    retry: false,
  });
  useEffect(() => {
    if (data) client.setQueryData(query(getCheckout, { id }).queryKey, data);
  }, [client, data, id]);
  useEffect(() => {
    const timers = [setTimeout(() => setLooked(true), firstLook), setTimeout(() => setLate(true), patience)];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (!isExpected || (hasLooked && attempt.failure !== '')) return 'none';
  return isLate ? 'late' : 'checking';
}
