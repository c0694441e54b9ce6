// Asks for the code of the second factor after a successful sign-in by another site.
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { social } from '#contract/identity/social.ts';
import classes from '#web/identity/entry/entry.module.css';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { CodeField } from '#web/identity/second-factor/code-field.tsx';
import { CallError, call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { TooManyTries } from '#web/lib/forms/too-many-tries.tsx';
import { validateBy } from '#web/lib/forms/validate-by.ts';

interface Props {
  ticket: string;
  onSignedIn: (answer: CurrentUserAnswer) => void;
}

export function TicketForm({ ticket, onSignedIn }: Props) {
  const { t } = useTranslation();
  const { to } = useSearch({ strict: false });
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { code: '' },
    validate: validateBy(social.finishSocialSignIn),
  });
  const finish = useMutation({
    mutationFn: ({ code }: typeof form.values) =>
      call(social.finishSocialSignIn, { ticket, code }, { handlesErrors: [429] }),
    onSuccess: onSignedIn,
    onError: (error) => applyMessages(form, error, social.finishSocialSignIn),
  });
  // The ticket has expired: the person must start again. A toast says so.
  const isLate = finish.error instanceof CallError && finish.error.messages.some(({ key }) => key === 'Ticket');
  return (
    <EntryCard title={t('login.title')}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => finish.mutate(values), onWrong)}>
        <CodeField {...form.getInputProps('code')} />
        <div role="alert">{finish.error && <TooManyTries error={finish.error} />}</div>
        <Button type="submit" size="md" fullWidth loading={finish.isPending} disabled={isLate}>
          {t('login.signIn')}
        </Button>
        <Button
          variant="default"
          size="md"
          fullWidth
          onClick={() => void navigate({ to: '/user/login', search: { to } })}
        >
          {t('login.another')}
        </Button>
      </form>
    </EntryCard>
  );
}
