// Returns, on public pages, whether the visitor is signed in.
import { useQuery } from '@tanstack/react-query';
import { user } from '#contract/identity/sign-in.ts';
import { query } from './client.ts';

/** False until the server answers. */
export function useSignedIn(): boolean {
  return useQuery({ ...query(user.isAuthenticated, {}), staleTime: 60_000 }).data?.value ?? false;
}
