// Loads the requests of visitors that wait for an answer of the user.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitRequest } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { onLiveChange } from '#web/lib/client/live-changes.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

/** Combines changes in quick succession into one reload (ms). */
const debounceMs = 300;
/** No live change reports that a mail has left (ms). */
const mailInterval = 20_000;

const queryKey = [visits.getRequests.path];

export const requestsQuery = queryOptions({
  ...query(visits.getRequests, {}),
  queryKey,
  staleTime: 60_000,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => state.data?.some((request) => request.mail === 'waiting') && mailInterval,
});

export function refetchRequests(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}

/** Removes a request that the user answers. */
export function uncacheRequest(id: string): void {
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<VisitRequest[]>(queryKey, (list) => list?.filter((request) => request.id !== id));
}

/** Reloads the requests when the server reports changes in calendars. */
export function useLiveRequests(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLiveChange('changed', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetchRequests();
      }, debounceMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}

/** How many requests have not expired. */
export function useRequestCount(): number {
  return useQuery({ ...requestsQuery, select: countOpen }).data ?? 0;
}

/** `2 requests need an answer`; undefined when there are none. */
export function useRequestWords(): string | undefined {
  const { t } = useTranslation();
  const count = useRequestCount();
  return count > 0 ? t('requests.count', { count }) : undefined;
}

function countOpen(list: readonly VisitRequest[]): number {
  return list.filter((request) => !request.isExpired).length;
}
