// Counts an audience as soon as the person pauses.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Audience, AudienceCount } from '#contract/campaigns/audience.ts';
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { call } from '#web/lib/client/client.ts';

const debounceMs = 300;

interface Counted {
  medium: CampaignMedium;
  campaignId: string | undefined;
  audience: Audience;
}

export function useAudienceCount({ medium, campaignId, audience }: Counted): UseQueryResult<AudienceCount> {
  const [settled] = useDebouncedValue(audience, debounceMs);
  return useQuery({
    queryKey: [marketing.countAudience.path, medium, campaignId, settled],
    queryFn: ({ signal }) =>
      call(marketing.countAudience, { medium, campaignId, audience: settled }, { signal, handlesErrors: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
