// The cache of what the server answered.
import { notifyManager, QueryClient } from '@tanstack/react-query';

// What is shown at once stands before the next click, however busy the page is.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    // A failure is told at once; whoever shows it offers to try again.
    queries: { staleTime: 30_000, retry: false },
    mutations: { retry: false },
  },
});
