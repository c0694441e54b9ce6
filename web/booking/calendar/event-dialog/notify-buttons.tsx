// Sends the event's contact an e-mail or an SMS on request, if an SMS can be sent at all.
import { Button } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import { cacheEvent } from '#web/booking/calendar/events/cached-events.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { toastMailed, useSendsSms } from '#web/messaging/mail/mail-states.ts';
import classes from './notify-buttons.module.css';
import { SmsDialog, type SmsNotification } from './sms-dialog.tsx';

/** The messages contain the saved event; the buttons are disabled while there are unsaved changes. */
export function NotifyButtons({ event, isDirty }: { event: CalendarEvent; isDirty: boolean }) {
  const { t } = useTranslation();
  const sendsSms = useSendsSms();
  const [sending, setSending] = useState<'mail' | 'sms'>();
  const [problem, setProblem] = useState('');
  const [sms, setSms] = useState<SmsNotification>();

  function fail(error: unknown): void {
    const reasons = error instanceof CallError && error.status === 417 ? error.messages.map((one) => one.message) : [];
    setProblem([t('calendar.notSent'), ...reasons].join(' '));
  }

  async function send(kind: 'mail' | 'sms'): Promise<void> {
    setSending(kind);
    setProblem('');
    try {
      if (kind === 'mail') {
        const saved = await call(calendars.sendEmailNotification, { id: event.id });
        cacheEvent(saved);
        void toastMailed('visit', t('calendar.mailSent', { to: saved.eMail }));
      } else {
        setSms(await call(calendars.getSmsNotification, { id: event.id }));
      }
    } catch (error) {
      fail(error);
    } finally {
      setSending(undefined);
    }
  }

  const disabledReason = isDirty ? t('calendar.saveFirst') : undefined;
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconMail size={17} stroke={1.75} />}
        disabled={isDirty}
        title={disabledReason}
        loading={sending === 'mail'}
        onClick={() => void send('mail')}
      >
        {t('calendar.sendMail')}
      </Button>
      {sendsSms && (
        <Button
          variant="default"
          leftSection={<IconMessage size={17} stroke={1.75} />}
          disabled={isDirty}
          title={disabledReason}
          loading={sending === 'sms'}
          onClick={() => void send('sms')}
        >
          {t('calendar.sendSmsNow')}
        </Button>
      )}
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      {sms && <SmsDialog eventId={event.id} sms={sms} onFailed={fail} onClose={() => setSms(undefined)} />}
    </div>
  );
}
