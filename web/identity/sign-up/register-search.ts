// The state of the registration page in its address: plan and outcome of a sign-up by another site.
import { readSocialSearch, type SocialSearch } from '#web/identity/social/social-search.ts';

export interface RegisterSearch extends SocialSearch {
  planNumber?: number;
}

export function readRegisterSearch(search: Record<string, unknown>): RegisterSearch {
  // The specification's spelling, and a common one in lower case.
  const given = Number(search.planNumber ?? search.plannumber);
  return { ...(Number.isInteger(given) && given > 0 && { planNumber: given }), ...readSocialSearch(search) };
}
