// Shows an SMS before it is sent: to which number, what it says, and what it costs the company.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { calendars } from '#contract/booking/calendar.ts';
import { call } from '#web/lib/client/client.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './sms-dialog.module.css';

export type SmsNotification = z.output<typeof calendars.getSmsNotification.output>;

interface Props {
  eventId: string;
  sms: SmsNotification;
  onFailed: (error: unknown) => void;
  onClose: () => void;
}

export function SmsDialog({ eventId, sms, onFailed, onClose }: Props) {
  const { t } = useTranslation();
  const [isSending, setSending] = useState(false);
  const { to, message, parts, price, isPaid } = sms;

  async function send(): Promise<void> {
    setSending(true);
    try {
      const { state } = await call(calendars.sendSmsNotification, { id: eventId });
      if (state === 'held') toast('info', t('calendar.smsHeld', { to }));
      else toast('success', t('calendar.smsSent', { to }));
    } catch (error) {
      onFailed(error);
    } finally {
      onClose();
    }
  }

  return (
    <Dialog onClose={onClose} title={t('calendar.smsTitle', { to })} centered>
      <p className={classes.message}>{message}</p>
      <Text size="sm">
        {price > 0 ? t('calendar.smsCost', { parts, price: formatEuro(price, 4) }) : t('calendar.smsFree', { parts })}
      </Text>
      {!isPaid && (
        <Alert mt="md" color="orange" variant="light">
          {t('calendar.smsUnpaid')}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button data-autofocus loading={isSending} onClick={() => void send()}>
          {t('calendar.sendSmsNow')}
        </Button>
      </Group>
    </Dialog>
  );
}
