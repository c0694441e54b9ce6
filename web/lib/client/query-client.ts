// The cache of server answers.
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { forgetInlined } from './inlined.ts';

// Notify in a microtask: updates render before the next click, even on a busy page.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    // Fail at once: the component that shows the error offers a retry.
    queries: { staleTime: 30_000, retry: false },
    mutations: { retry: false },
  },
});

/**
 * Reads the figures of reports and of the dashboard again, because something that they count has changed. By address:
 * payments lie below the area `reports`, and do not know its operations.
 */
export function refreshFigures(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => figures.test(String(path)) });
}

const figures = /^api\/company\/(reports|incomes)\//;

/** Forgets all answers: those of the person who signed out or left. */
export function clearAnswers(): void {
  forgetInlined();
  queryClient.clear();
}
