// How a campaign that is being written will look, with what needs attention.
import { SegmentedControl, Select, Skeleton } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Block } from '#contract/campaigns/blocks.ts';
import { type CampaignMedium, campaignsOf } from '#contract/campaigns/campaigns.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './editor.module.css';
import { MailVariant, Problems, type Variant, variants, Warnings } from './mail-variant.tsx';
import { SendDraft } from './send-draft.tsx';

interface Props {
  medium: CampaignMedium;
  content: { name: string; subject: string; message: string; text: string; blocks: Block[] };
}

export function CampaignPreview({ medium, content }: Props) {
  const [variant, setVariant] = useState<Variant>('desktop');
  const { name, subject, message, text, blocks } = content;
  const [input] = useDebouncedValue(medium === 'mail' ? { name, subject, text, blocks } : { subject, message }, 400);
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
        <div className={classes.previewHead}>
          <VariantChoice variant={variant} onChange={setVariant} />
          <SendDraft draft={{ name, subject, text, blocks }} />
        </div>
      )}
      <MailVariant rendered={read.data} variant={medium === 'mail' ? variant : 'plain'} />
    </div>
  );
}

/** As a row of buttons, or on a phone as a list. */
function VariantChoice({ variant, onChange }: { variant: Variant; onChange(variant: Variant): void }) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const choice = {
    'aria-label': t('campaigns.edit.tabPreview'),
    value: variant,
    data: variants.map((value) => ({ value, label: t(`campaigns.show.${value}`) })),
  };
  return isPhone ? (
    <Select {...choice} allowDeselect={false} onChange={(next) => next && onChange(next)} />
  ) : (
    <SegmentedControl {...choice} onChange={(next) => onChange(next)} />
  );
}
