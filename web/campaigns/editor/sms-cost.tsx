// How many SMS a text takes, and what it costs to send it to everyone in the audience.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Audience } from '#contract/campaigns/audience.ts';
import { maxSmsMessage, smsCampaigns } from '#contract/campaigns/campaigns.ts';
import { CallError, call } from '#web/lib/client/client.ts';
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
  const { data: preview, error } = useQuery({
    queryKey: [smsCampaigns.preview.path, settled],
    queryFn: ({ signal }) => call(smsCampaigns.preview, { message: settled }, { signal, handlesErrors: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const reached = useAudienceCount({ medium: 'sms', campaignId, audience }).data?.reached;
  const sentences = [
    t('campaigns.edit.characters', { used: formatCount(message.length), most: formatCount(maxSmsMessage) }),
  ];
  if (preview && message.trim() !== '') {
    const { parts, maxParts } = preview;
    sentences.push(t('campaigns.edit.smsHint', { parts: parts < maxParts ? `${parts}–${maxParts}` : parts }));
    if (reached !== undefined) {
      const cost = formatEuro(preview.maxPrice * reached);
      sentences.push(t('campaigns.edit.cost', { cost, reached: formatCount(reached) }));
    }
  } else if (error instanceof CallError) sentences.push(error.messages[0]?.message ?? error.message);
  return (
    <p className={classes.hint} role="status">
      {sentences.join(' ')}
    </p>
  );
}
