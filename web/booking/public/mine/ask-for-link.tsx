// Asks a visitor for their address, and mails the link to their appointments.
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { myAppointments, myAppointmentsLinkMinutes } from '#contract/booking/my-appointments.ts';
import type { MailState } from '#contract/messaging/mail-states.ts';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { call } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import classes from './my-appointments.module.css';

interface Props {
  /** Without it, mails are taken to leave. */
  mail?: MailState;
  /** The link in the address is used, expired or unknown. */
  isGone?: boolean;
}

export function AskForLink({ mail = 'sent', isGone = false }: Props) {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState('');
  const form = useForm({ initialValues: { eMail: '' }, validate: validateBy(myAppointments.sendLink) });
  const send = useMutation({
    mutationFn: (values: typeof form.values) => call(myAppointments.sendLink, values),
    onSuccess: (_, { eMail }) => setSentTo(eMail.trim()),
    onError: (error) => applyMessages(form, error, myAppointments.sendLink),
  });
  if (mail === 'stored')
    return (
      <EntryCard title={t('mine.title')} lead={t('mine.noServer')}>
        {null}
      </EntryCard>
    );
  if (sentTo) {
    const isShown = mail === 'shown';
    return (
      <EntryCard
        title={t(isShown ? 'entry.noServer.trial' : 'entry.checkMail')}
        lead={
          <span role="status">
            {isShown
              ? t('mine.trialText', { eMail: sentTo })
              : t('mine.sent', { eMail: sentTo, minutes: myAppointmentsLinkMinutes })}
          </span>
        }
      >
        {isShown && (
          <Button component="a" href="/demo/mail" size="md" fullWidth mb="sm">
            {t('booking.trial.open')}
          </Button>
        )}
        <Button size="md" fullWidth variant="default" onClick={() => setSentTo('')}>
          {t('mine.other')}
        </Button>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t(isGone ? 'mine.goneTitle' : 'mine.title')} lead={t(isGone ? 'mine.gone' : 'mine.lead')}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => send.mutate(values), onWrong)}>
        <TextInput
          label={t('entry.eMail')}
          type="email"
          autoComplete="email"
          autoFocus
          size="md"
          {...lengthOf(myAppointments.sendLink, 'eMail')}
          {...form.getInputProps('eMail')}
        />
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          {t('mine.send')}
        </Button>
      </form>
    </EntryCard>
  );
}
