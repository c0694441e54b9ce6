// Whether somebody is signed in, on pages that are open to everybody.
import { useQuery } from '@tanstack/react-query';
import { user } from '#contract/identity/sign-in.ts';
import { query } from './client.ts';

/** False until the server has said so. */
export function useSignedIn(): boolean {
  return useQuery({ ...query(user.isAuthenticated, {}), staleTime: 60_000 }).data?.value ?? false;
}
