// How many SMS a text takes, and what it costs to send it to everyone in the audience.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Audience } from '#contract/campaigns/audience.ts';
import { smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { call } from '#web/lib/client/client.ts';
import { formatCount } from '#web/lib/count.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './editor.module.css';
import { useAudienceCount } from './use-audience-count.ts';

interface Props {
  message: string;
  audience: Audience;
  campaignId: string | undefined;
}

export function SmsCost({ message, audience, campaignId }: Props) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(message, 400);
  const preview = useQuery({
    queryKey: [smsCampaigns.preview.path, settled],
    queryFn: ({ signal }) => call(smsCampaigns.preview, { message: settled }, { signal, handlesErrors: true }),
    placeholderData: keepPreviousData,
    retry: false,
  }).data;
  const reached = useAudienceCount({ medium: 'sms', campaignId, audience }).data?.reached;
  if (!preview || reached === undefined) return null;
  const { parts, maxParts } = preview;
  return (
    <p className={classes.hint} role="status">
      {t('campaigns.edit.smsHint', { parts: parts < maxParts ? `${parts}–${maxParts}` : parts })}{' '}
      {t('campaigns.edit.cost', { cost: formatEuro(preview.maxPrice * reached), reached: formatCount(reached) })}
    </p>
  );
}
