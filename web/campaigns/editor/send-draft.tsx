// Sends the campaign that is being written to the person who writes it.
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { emailCampaigns } from '#contract/campaigns/campaigns.ts';
import type { Input } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { toastMailed } from '#web/messaging/mail/mail-states.ts';

export function SendDraft({ draft }: { draft: Input<typeof emailCampaigns.sendDraft> }) {
  const { t } = useTranslation();
  const send = useMutation({
    mutationFn: () => call(emailCampaigns.sendDraft, draft, { handlesErrors: true }),
    onSuccess: ({ to }) => toastMailed('visit', t('campaigns.try.sent', { to })),
    onError: (error) => showError(error, error.message),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} aria-hidden="true" />}
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      {t('campaigns.try.sendMe')}
    </Button>
  );
}
