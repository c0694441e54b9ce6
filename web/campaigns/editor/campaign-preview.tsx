// How a campaign that is being written will look, with what needs attention.
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Block } from '#contract/campaigns/blocks.ts';
import { type CampaignMedium, campaignsOf } from '#contract/campaigns/campaigns.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import classes from './editor.module.css';
import { MailVariant, Problems, type Variant, variants, Warnings } from './mail-variant.tsx';

interface Props {
  medium: CampaignMedium;
  content: { subject: string; message: string; text: string; blocks: Block[] };
}

export function CampaignPreview({ medium, content }: Props) {
  const { t } = useTranslation();
  const [variant, setVariant] = useState<Variant>('desktop');
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const { subject, message, text, blocks } = content;
  const [input] = useDebouncedValue(medium === 'mail' ? { subject, text, blocks } : { subject, message }, 400);
  const { preview } = campaignsOf[medium];
  const read = useQuery({
    queryKey: [preview.path, input],
    queryFn: ({ signal }) => call(preview, input, { signal, handlesErrors: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const wrong = read.error instanceof CallError && read.error.status === 417 ? read.error.messages : undefined;
  if (wrong) return <Problems sentences={wrong.map(({ message }) => message)} />;
  if (read.isError && !read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  if (!read.data) return <Skeleton height={320} />;
  return (
    <div>
      <Warnings rendered={read.data} />
      {medium === 'mail' && (
        <SegmentedControl
          aria-label={t('campaigns.edit.tabPreview')}
          value={variant}
          onChange={(next) => setVariant(next as Variant)}
          data={variants.map((value) => ({ value, label: t(`campaigns.show.${value}`) }))}
          className={classes.variants}
          orientation={isPhone ? 'vertical' : 'horizontal'}
          fullWidth={isPhone}
        />
      )}
      <MailVariant rendered={read.data} variant={medium === 'mail' ? variant : 'plain'} />
    </div>
  );
}
