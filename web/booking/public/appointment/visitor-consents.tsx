// Advertising on the page of an appointment: a box for each channel, saved at once.
import { Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publicCalendars } from '#contract/booking/public.ts';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import { call } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export function VisitorConsents({ actionHash }: { actionHash: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const queryKey = [publicCalendars.getConsents.path, { actionHash }];
  const consents = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(publicCalendars.getConsents, { actionHash }, { signal, handlesErrors: true }),
    retry: false,
  }).data;
  const save = useMutation({
    mutationFn: (given: { channel: ConsentChannel; isGiven: boolean }) =>
      call(publicCalendars.setConsent, { actionHash, ...given }, { handlesErrors: true }),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: () => toast('danger', t('unsubscribe.notSaved')),
  });
  if (!consents || consents.length === 0) return null;
  return (
    <div style={{ display: 'grid', gap: '0.75rem', marginBlockStart: '1.5rem' }}>
      {consents.map(({ channel, isGiven }) => (
        <Checkbox
          key={channel}
          label={t(`booking.consent.${channel}`)}
          checked={isGiven}
          disabled={save.isPending}
          onChange={(event) => save.mutate({ channel, isGiven: event.currentTarget.checked })}
        />
      ))}
    </div>
  );
}
