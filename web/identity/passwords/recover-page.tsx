// Recovers a forgotten password: requests the e-mail, and sets a new password from its link.
import { Alert, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import classes from '#web/identity/entry/entry.module.css';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { CallError, call } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { useMailState } from '#web/messaging/mail/mail-states.ts';
import { PasswordPair, passwordRepeated } from './password-pair.tsx';

export function RecoverPage() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState('');
  const form = useForm({
    initialValues: { eMail: '' },
    validate: validateBy(user.resetPassword),
  });
  const send = useMutation({
    mutationFn: (values: typeof form.values) => call(user.resetPassword, values),
    onSuccess: (_, { eMail }) => setSentTo(eMail.trim()),
    onError: (error) => applyMessages(form, error, user.resetPassword),
  });
  const mail = useMailState('account');
  if (mail === 'stored') {
    return (
      <EntryCard title={t('entry.recover')} lead={t('entry.noServer.recover')}>
        <Button component={Link} to="/user/login" size="md" fullWidth variant="default">
          {t('entry.signIn')}
        </Button>
      </EntryCard>
    );
  }
  if (sentTo) {
    return (
      <EntryCard
        title={t(mail === 'shown' ? 'entry.noServer.trial' : 'entry.checkMail')}
        lead={t(mail === 'shown' ? 'entry.noServer.trialText' : 'entry.recoverSent', { eMail: sentTo })}
      >
        {mail === 'shown' && (
          <Button component="a" href="/demo/mail" size="md" fullWidth mb="sm">
            {t('booking.trial.open')}
          </Button>
        )}
        <Button component={Link} to="/user/login" size="md" fullWidth variant="default">
          {t('entry.signIn')}
        </Button>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('entry.recover')} lead={t('entry.recoverLead')}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => send.mutate(values), onWrong)}>
        <TextInput
          label={t('entry.eMail')}
          type="email"
          autoComplete="username"
          autoFocus
          size="md"
          {...lengthOf(user.resetPassword, 'eMail')}
          {...form.getInputProps('eMail')}
        />
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          {t('entry.sendLink')}
        </Button>
        <p className={classes.links}>
          <Link to="/user/login">{t('entry.signIn')}</Link>
        </p>
      </form>
    </EntryCard>
  );
}

/** The target of the e-mail's link. Opening it changes nothing. */
export function NewPasswordPage() {
  const { t } = useTranslation();
  const { actionHash = '' } = useParams({ strict: false });
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: validateBy(user.setPassword, { own: passwordRepeated }),
  });
  const setPassword = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      call(user.setPassword, { actionHash, password }, { handlesErrors: [404] }),
    onError: (error) => applyMessages(form, error, user.setPassword),
  });
  if (setPassword.isSuccess) {
    return (
      <EntryCard title={t('entry.chooseNew')} lead={t('entry.passwordSet')}>
        <Button component={Link} to="/user/login" size="md" fullWidth>
          {t('entry.signIn')}
        </Button>
      </EntryCard>
    );
  }
  const isGone = setPassword.error instanceof CallError && setPassword.error.status === 404;
  return (
    <EntryCard title={t('entry.chooseNew')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit((values) => setPassword.mutate(values), onWrong)}
      >
        <PasswordPair form={form} operation={user.setPassword} />
        <div role="alert">
          {isGone && (
            <Alert color="red" variant="light">
              {setPassword.error?.message}{' '}
              <Link to="/user/recover" className={classes.link}>
                {t('entry.sendLink')}
              </Link>
            </Alert>
          )}
        </div>
        <Button type="submit" size="md" fullWidth loading={setPassword.isPending}>
          {t('entry.setPassword')}
        </Button>
      </form>
    </EntryCard>
  );
}
