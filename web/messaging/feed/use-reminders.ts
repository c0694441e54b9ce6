// Loads reminders and marks them as visited.
import { type InfiniteData, infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSafeLink } from '#contract/lib/links.ts';
import type { Output } from '#contract/lib/service.ts';
import { type Reminder, reminders } from '#contract/messaging/feed.ts';
import { call } from '#web/lib/client/client.ts';
import { onLiveChange } from '#web/lib/client/live-changes.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

/** Specification: "Reminder poll", "Reminders history page size". */
const pollInterval = 60_000;
const pageSize = 12;

/** A failed poll is repeated, so its errors show no toast. */
const pollOptions = { handlesErrors: [0, 429, 500, 502, 503, 504] };

const newsKey = [reminders.getByCreatedAndUser.path];
const historyKey = [reminders.getPaginatedByCreatedAndUser.path];
type Page = Output<typeof reminders.getPaginatedByCreatedAndUser>;

const newsQuery = queryOptions({
  queryKey: newsKey,
  queryFn: ({ signal }) => call(reminders.getByCreatedAndUser, { notVisited: true }, { ...pollOptions, signal }),
  refetchInterval: pollInterval,
});

/** Unvisited reminders, newest first; polled every minute while the page is open. */
export const useNews = () => useQuery(newsQuery);

/** All reminders, page by page. */
export const historyQuery = infiniteQueryOptions({
  queryKey: historyKey,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    call(
      reminders.getPaginatedByCreatedAndUser,
      { pageNr: pageParam, rowsPerPage: pageSize },
      { handlesErrors: true, signal },
    ),
  getNextPageParam: (last: Page, pages: Page[]) =>
    last.data.length === pageSize && pages.length * pageSize < last.totalRows ? pages.length + 1 : undefined,
});

/** Reloads all visible reminders. */
export function refetchReminders(): void {
  void queryClient.invalidateQueries({ queryKey: newsKey });
  void queryClient.invalidateQueries({ queryKey: historyKey });
}

/** Reloads reminders when the server reports a change. */
export function useLiveReminders(): void {
  useEffect(() => onLiveChange('reminder', refetchReminders), []);
}

/** Marks a reminder as visited and opens its link. */
export function useVisit(): (reminder: Reminder) => void {
  const router = useRouter();
  return ({ id, visited, link }) => {
    if (!visited) void markVisited((one) => one.id === id, call(reminders.visited, { id }, { keepalive: true }));
    if (link.startsWith('/') && isSafeLink(link)) router.history.push(link);
  };
}

export function visitAll(): void {
  void markVisited(() => true, call(reminders.allVisited, {}));
}

/** Shows the change at once and reverts it on refusal. */
async function markVisited(isChosen: (reminder: Reminder) => boolean, saving: Promise<unknown>): Promise<void> {
  await Promise.all([newsKey, historyKey].map((queryKey) => queryClient.cancelQueries({ queryKey })));
  queryClient.setQueryData<Reminder[]>(newsKey, (list) => list?.filter((one) => !isChosen(one)));
  queryClient.setQueryData<InfiniteData<Page, number>>(historyKey, (shown) => shown && withVisited(shown, isChosen));
  await saving.catch(refetchReminders);
}

function withVisited(shown: InfiniteData<Page, number>, isChosen: (reminder: Reminder) => boolean) {
  const pages = shown.pages.map((page) => ({
    ...page,
    data: page.data.map((one) => (isChosen(one) ? { ...one, visited: true } : one)),
  }));
  return { ...shown, pages };
}
