// The cache of what the server answered.
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    // A failure is told at once; whoever shows it offers to try again.
    queries: { staleTime: 30_000, retry: false },
    mutations: { retry: false },
  },
});
