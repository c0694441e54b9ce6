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

/** `checking` while the provider is asked often, `late` when nothing has arrived within a minute. */
export function useArrival({ id, state, attempt, decisions }: Checkout, isBack: boolean): 'none' | 'checking' | 'late' {
  const client = useQueryClient();
  const [isLate, setLate] = useState(false);
  const isOpen = attempt?.state === 'open' && attempt.failure === '';
  const isExpected = isBack && decisions.length === 0 && state === 'created' && isOpen;
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
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!isExpected) return 'none';
  return isLate ? 'late' : 'checking';
}
