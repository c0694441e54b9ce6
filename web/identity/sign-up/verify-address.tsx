// The page of the link that verifies the address of an account: a click verifies it and signs in. A browser that did
// not register the account chooses a password first.
import { Alert, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type CurrentUserAnswer, user } from '#contract/identity/sign-in.ts';
import classes from '#web/identity/entry/entry.module.css';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { PasswordPair, passwordRepeated } from '#web/identity/passwords/password-pair.tsx';
import { CallError, call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import type { MailedLink } from './mailed-link.ts';

interface Props {
  actionHash: string;
  link: MailedLink;
  onSignedIn: (answer: CurrentUserAnswer) => void;
}

export function VerifyAddress({ actionHash, link, onSignedIn }: Props) {
  const { t } = useTranslation();
  const { eMail, companyName, needsPassword } = link;
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: needsPassword
      ? validateBy(user.signInByLink, {
          input: ({ password }) => ({ actionHash, password }),
          own: passwordRepeated,
        })
      : {},
  });
  const verify = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call(user.signInByLink, { actionHash, ...(needsPassword && { password }) }, { handlesErrors: [403, 404] }),
    onSuccess(answer) {
      if (!answer) return;
      toast('success', t('entry.verified'));
      onSignedIn(answer);
    },
    onError: (error) => applyMessages(form, error, user.signInByLink),
  });
  if (verify.isSuccess && !verify.data) {
    return (
      <EntryCard title={t('entry.verified')} lead={t('entry.verifiedSignIn')}>
        <Button component={Link} to="/user/login" size="md" fullWidth>
          {t('entry.signIn')}
        </Button>
      </EntryCard>
    );
  }
  const refused = verify.error instanceof CallError && verify.error.status !== 417;
  return (
    <EntryCard
      title={t('entry.verifyTitle')}
      lead={t(needsPassword ? 'entry.verifyElsewhere' : 'entry.verifyLead', { company: companyName, eMail })}
    >
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => verify.mutate(values), onWrong)}>
        {needsPassword && (
          <>
            <TextInput label={t('entry.eMail')} value={eMail} readOnly autoComplete="username" size="md" />
            <PasswordPair form={form} operation={user.signInByLink} />
          </>
        )}
        <div role="alert">
          {refused && (
            <Alert color="red" variant="light">
              {verify.error?.message}
            </Alert>
          )}
        </div>
        <Button type="submit" size="md" color="ribbon" fullWidth loading={verify.isPending}>
          {t('entry.verify')}
        </Button>
      </form>
    </EntryCard>
  );
}
