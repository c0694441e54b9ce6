// Another site has vouched for somebody who has a second step: now its code.
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { social } from '#contract/social.ts';
import type { CurrentUserAnswer } from '#contract/user.ts';
import { CallError, call } from '#web/lib/client.ts';
import { focusFirstWrong } from '#web/lib/form-keys.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { CodeField } from './code-field.tsx';
import { EntryCard } from './entry-card.tsx';
import classes from './login.module.css';
import { TooManyTries } from './too-many-tries.tsx';

interface Props {
  ticket: string;
  onEntered: (answer: CurrentUserAnswer) => void;
}

export function TicketForm({ ticket, onEntered }: Props) {
  const { t } = useTranslation();
  const { to } = useSearch({ strict: false });
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : t('field.required')) },
  });
  const finish = useMutation({
    mutationFn: ({ code }: typeof form.values) =>
      call(social.finishSocialSignIn, { ticket, code }, { tellsItself: [429] }),
    onSuccess: onEntered,
    onError: (error) => applyMessages(form, error, social.finishSocialSignIn),
  });
  // Too late: only the whole way again helps, and that is told in a toast.
  const isLate = finish.error instanceof CallError && finish.error.messages.some(({ key }) => key === 'Ticket');
  return (
    <EntryCard title={t('login.title')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => finish.mutate(values),
          () => focusFirstWrong(),
        )}
      >
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
