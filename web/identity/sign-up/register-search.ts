// What the address of the registration carries: the plan, and how it went by another site.
import { readSocialSearch, type SocialSearch } from '#web/identity/social/social-search.ts';

export interface RegisterSearch extends SocialSearch {
  planNumber?: number;
}

export function readRegisterSearch(search: Record<string, unknown>): RegisterSearch {
  // As the specification spells it, and as people do.
  const given = Number(search.planNumber ?? search.plannumber);
  return { ...(Number.isInteger(given) && given > 0 && { planNumber: given }), ...readSocialSearch(search) };
}
