// The number of the fiscal receipt that the fiscal device made for a receipt of ours.
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TillReceipt, tills } from '#contract/till/tills.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './receipts.module.css';

interface Props {
  receipt: TillReceipt;
  onSaved(receipt: TillReceipt): void;
  isFirst?: boolean;
}

export function DeviceNumber({ receipt, onSaved, isFirst = false }: Props) {
  const { t } = useTranslation();
  const { id, deviceNumber } = receipt;
  const [number, setNumber] = useState(deviceNumber ?? '');
  const save = useMutation({
    mutationFn: () => call(tills.setDeviceNumber, { id, number: number.trim() }, { handlesErrors: true }),
    onSuccess(saved) {
      toast('success', t('till.screen.deviceNumberSaved'));
      onSaved(saved);
      for (const { path } of [tills.getReceipts, tills.getX]) void queryClient.invalidateQueries({ queryKey: [path] });
    },
    onError: (error) => showError(error, t('till.screen.deviceNumberNotSaved')),
  });
  const isSame = number.trim() === '' || number.trim() === deviceNumber;
  return (
    <form
      className={classes.deviceNumber}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame) save.mutate();
      }}
    >
      <TextInput
        label={t('till.screen.deviceNumber')}
        description={t('till.screen.deviceNumberHint')}
        maxLength={100}
        autoFocus={isFirst}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={save.isPending} disabled={isSame}>
        {t('till.screen.saveNumber')}
      </Button>
    </form>
  );
}
