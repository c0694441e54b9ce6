// Waits for the money of a payer who has come back from a provider.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Checkout, companyPayments } from '#contract/money/payments.ts';
import { call, query } from '#web/lib/client/client.ts';

const { checkAttempts, getCheckout } = companyPayments.operations;

/** Between two questions, and how long the page asks (ms). A job asks later. */
const interval = 2_000;
const patience = 60_000;

/** `checking` while the provider is asked, `late` when nothing has arrived within a minute. */
export function useArrival({ id, state, attempt, decisions }: Checkout, isBack: boolean): 'none' | 'checking' | 'late' {
  const client = useQueryClient();
  const [isLate, setLate] = useState(false);
  const isExpected = isBack && decisions.length === 0 && state === 'created' && attempt?.state === 'open';
  const hasFailed = attempt !== null && attempt.failure !== '';
  const isChecking = isExpected && !hasFailed && !isLate;
  const { data } = useQuery({
    queryKey: ['payment arrival', id],
    queryFn: ({ signal }) => call(checkAttempts, { id }, { signal, handlesErrors: true }),
    enabled: isChecking,
    refetchInterval: isChecking && interval,
    retry: false,
  });
  useEffect(() => {
    if (data) client.setQueryData(query(getCheckout, { id }).queryKey, data);
  }, [client, data, id]);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (isChecking) return 'checking';
  return isExpected && !hasFailed ? 'late' : 'none';
}
