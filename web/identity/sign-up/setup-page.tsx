// Creates the first account of an empty installation, from the link that the server prints.
import { Alert, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import classes from '#web/identity/entry/entry.module.css';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { PasswordPair, passwordRepeated } from '#web/identity/passwords/password-pair.tsx';
import { applySignedInUser } from '#web/lib/client/apply-signed-in-user.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { NameFields } from './name-fields.tsx';
import { TermsNotice } from './terms-notice.tsx';

const empty = { firstName: '', lastName: '', logIn: '', companyName: '', password: '', repeated: '' };

function inputOf({ firstName, lastName, logIn, companyName, password }: typeof empty) {
  return {
    firstName,
    logIn,
    password,
    timeZone: visitorZone(),
    ...(lastName.trim() && { lastName }),
    ...(companyName.trim() && { companyName }),
  };
}

export function SetupPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { token = '' } = useSearch({ strict: false });
  const tokenCheck = useQuery({
    queryKey: [application.canSetup.path, token],
    queryFn: () => call(application.canSetup, { token }, { handlesErrors: [417] }),
    retry: false,
  });
  const form = useForm({
    initialValues: empty,
    validate: validateBy(application.setup, { input: inputOf, own: passwordRepeated }),
  });
  const setUp = useMutation({
    mutationFn: (values: typeof empty) =>
      call(application.setup, { ...inputOf(values), token }, { handlesErrors: [404] }),
    onSuccess(answer) {
      applySignedInUser(answer);
      void router.navigate({ to: '/app/home', replace: true });
    },
    onError: (error) => applyMessages(form, error, application.setup),
  });
  const isInvalid = tokenCheck.isError || tokenCheck.data?.value === false;
  const isExpired = setUp.error instanceof CallError && setUp.error.status === 404;
  if (isInvalid || isExpired) {
    return (
      <EntryCard title={t('entry.setup')}>
        <Alert color="red" variant="light" role="alert">
          {t('entry.setupGone')}
        </Alert>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('entry.setup')} lead={t('entry.setupLead')}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => setUp.mutate(values), onWrong)}>
        <NameFields form={form} operation={application.setup} />
        <TextInput
          label={t('entry.eMail')}
          type="email"
          autoComplete="username"
          size="md"
          {...lengthOf(application.setup, 'logIn')}
          {...form.getInputProps('logIn')}
        />
        <PasswordPair form={form} operation={application.setup} />
        <TextInput
          label={t('entry.setupCompany')}
          description={t('entry.setupCompanyHint')}
          autoComplete="organization"
          size="md"
          {...lengthOf(application.setup, 'companyName')}
          {...form.getInputProps('companyName')}
        />
        <TermsNotice />
        <Button type="submit" size="md" fullWidth loading={setUp.isPending || setUp.isSuccess}>
          {t('entry.create')}
        </Button>
      </form>
    </EntryCard>
  );
}
