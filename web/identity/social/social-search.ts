// The outcome of a sign-in by another site, in the address: site, result, and a ticket if a code is still needed.
import { type SocialOutcome, type SocialProvider, socialOutcomes, socialProviders } from '#contract/identity/social.ts';

export interface SocialSearch {
  social?: SocialOutcome;
  site?: SocialProvider;
  ticket?: string;
}

export function readSocialSearch(search: Record<string, unknown>): SocialSearch {
  const social = socialOutcomes.find((one) => one === search.social);
  const site = socialProviders.find((one) => one === search.site);
  const { ticket } = search;
  return {
    ...(social && site && { social, site }),
    ...(typeof ticket === 'string' && ticket !== '' && { ticket }),
  };
}
