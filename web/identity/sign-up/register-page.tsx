// Registers a company with the plan in the address.
import { Button, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import { social } from '#contract/identity/social.ts';
import type { Output } from '#contract/lib/service.ts';
import { home } from '#contract/site/home.ts';
import { Captcha } from '#web/identity/captcha/captcha.tsx';
import classes from '#web/identity/entry/entry.module.css';
import { EntryCard } from '#web/identity/entry/entry-card.tsx';
import { SocialButtons } from '#web/identity/social/social-buttons.tsx';
import { SocialOutcomeAlert } from '#web/identity/social/social-outcome.tsx';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { formatEuro } from '#web/lib/money.ts';
import { isMailStored, useMailState } from '#web/messaging/mail/mail-states.ts';
import { TermsNotice } from './terms-notice.tsx';

export function RegisterPage() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState('');
  const isStored = isMailStored(useMailState('account'));
  if (sentTo) {
    return (
      <EntryCard
        title={t(isStored ? 'entry.noServer.title' : 'entry.checkMail')}
        lead={t(isStored ? 'entry.noServer.registered' : 'entry.checkMailText', { eMail: sentTo })}
      >
        <Button component={Link} to="/user/login" size="md" fullWidth>
          {t('entry.signIn')}
        </Button>
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('entry.register')} lead={t('entry.registerLead')}>
      <RegisterForm onSent={setSentTo} />
    </EntryCard>
  );
}

const empty = { companyName: '', logIn: '', password: '', captchaResponse: '' };

function RegisterForm({ onSent }: { onSent: (eMail: string) => void }) {
  const { t } = useTranslation();
  const { planNumber = 1, social: outcome, site } = useSearch({ strict: false });
  const plans = useQuery({ ...query(home.getPlanDetails, {}), staleTime: 600_000 }).data;
  // The address may name a plan that no longer exists.
  const plan = plans && !plans.some(({ number }) => number === planNumber) ? (plans[0]?.number ?? 1) : planNumber;
  const [attempt, setAttempt] = useState(0);
  const inputOf = ({ companyName, ...values }: typeof empty) => ({ ...values, ...companyInput(companyName) });
  const companyInput = (companyName: string) => ({
    plan,
    timeZone: visitorZone(),
    ...(companyName.trim() && { companyName }),
  });
  const form = useForm({
    initialValues: empty,
    validate: validateBy(user.create, {
      input: inputOf,
      own: ({ companyName, captchaResponse }) => ({
        companyName: !companyName.trim() && 'entry.companyNameMissing',
        captchaResponse: !captchaResponse && 'entry.checking',
      }),
    }),
  });
  const create = useMutation({
    mutationFn: (values: typeof empty) => call(user.create, inputOf(values)),
    onSuccess: (_, { logIn }) => onSent(logIn.trim()),
    onError(error) {
      const refused = applyMessages(form, error, user.create);
      // A response is valid once. The server consumes it only if the rest of the form is valid.
      if (!refused || concernsField(error, 'CaptchaResponse')) setAttempt((now) => now + 1);
    },
  });
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => create.mutate(values), onWrong)}>
      <SocialOutcomeAlert social={outcome} site={site} failed="social.registerFailed" />
      <PlanChoice plans={plans} chosen={plan} />
      <TextInput
        label={t('entry.companyName')}
        description={t('entry.companyNameHint')}
        autoComplete="organization"
        size="md"
        {...form.getInputProps('companyName')}
      />
      <TextInput
        label={t('entry.eMail')}
        type="email"
        autoComplete="username"
        size="md"
        {...lengthOf(user.create, 'logIn')}
        {...form.getInputProps('logIn')}
      />
      <PasswordInput
        label={t('entry.password')}
        description={t('entry.passwordHint')}
        autoComplete="new-password"
        size="md"
        {...lengthOf(user.create, 'password')}
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        {...form.getInputProps('password')}
      />
      <Captcha
        attempt={attempt}
        error={form.errors.captchaResponse?.toString()}
        onResponse={(response) => form.setFieldValue('captchaResponse', response)}
      />
      <TermsNotice />
      <Button type="submit" size="md" color="ribbon" fullWidth loading={create.isPending}>
        {t('entry.create')}
      </Button>
      <SocialButtons
        start={async (provider) => {
          try {
            return await call(social.startSocialRegistration, { provider, ...companyInput(form.values.companyName) });
          } catch (error) {
            // A name that cannot be used is said beside its field.
            applyMessages(form, error, user.create);
            throw error;
          }
        }}
      />
      <p className={classes.links}>
        <Link to="/user/login">{t('entry.haveAccount')}</Link>
      </p>
    </form>
  );
}

/** Selects the plan and stores it in the address. */
function PlanChoice({ plans, chosen }: { plans: Output<typeof home.getPlanDetails> | undefined; chosen: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!plans || plans.length < 2) return null;
  return (
    <Radio.Group
      label={t('entry.plan')}
      value={String(chosen)}
      onChange={(value) => navigate({ to: '/user/register', search: { planNumber: Number(value) }, replace: true })}
    >
      <Stack gap={8} mt={6}>
        {plans.map((plan) => (
          <Radio
            key={plan.number}
            value={String(plan.number)}
            label={`${plan.name} · ${plan.monthlyCost === 0 ? t('home.free') : `${formatEuro(plan.monthlyCost)} ${t('home.aMonth')}`}`}
            description={`${t('home.users', { count: plan.maxUsers })} · ${t('home.locations', { count: plan.maxLocations })}`}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function concernsField(error: Error, key: string): boolean {
  return error instanceof CallError && error.messages.some((message) => message.key === key);
}
