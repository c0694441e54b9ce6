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

/** Forgets all answers: those of the person who signed out or left. */
export function clearAnswers(): void {
  forgetInlined();
  queryClient.clear();
}
