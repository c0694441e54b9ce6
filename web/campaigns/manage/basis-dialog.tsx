// Declares whether the company writes to its customers without their consent.
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { marketing } from '#contract/campaigns/marketing.ts';
import type { Output } from '#contract/lib/service.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './campaigns.module.css';

interface Props {
  settings: Output<typeof marketing.getSettings>;
  onClose(): void;
}

export function BasisDialog({ settings, onClose }: Props) {
  const { t } = useTranslation();
  const [byMail, setByMail] = useState(settings.customersByMail);
  const [bySms, setBySms] = useState(settings.customersBySms);
  const save = useMutation({
    mutationFn: () => call(marketing.setSettings, { customersByMail: byMail, customersBySms: bySms }),
    async onSuccess() {
      toast('success', t('campaigns.basis.saved'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: query(marketing.getSettings, {}).queryKey });
      await queryClient.invalidateQueries({ queryKey: [marketing.countAudience.path] });
    },
    onError: (error) => showError(error, t('grid.notSaved')),
  });
  return (
    <Dialog onClose={onClose} title={t('campaigns.basis.title')} size="lg">
      <p className={classes.lead}>{t('campaigns.basis.text')}</p>
      <Switch
        label={t('campaigns.basis.mail')}
        checked={byMail}
        onChange={(event) => setByMail(event.currentTarget.checked)}
        data-autofocus
      />
      <Switch
        mt="md"
        label={t('campaigns.basis.sms')}
        checked={bySms}
        onChange={(event) => setBySms(event.currentTarget.checked)}
      />
      <DialogFoot
        confirmLabel={t('grid.save')}
        isBusy={save.isPending}
        onConfirm={() => save.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
