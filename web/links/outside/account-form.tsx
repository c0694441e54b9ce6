// The form that finds the calendars at an address, or signs in at it again.
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OutsideAccount, outsideCalendars } from '#contract/links/outside.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './outside.module.css';
import { refetchOutside } from './reading.ts';

interface Props {
  /** The account to sign in at again; undefined for a new one. */
  account?: OutsideAccount;
  onClose(): void;
}

export function AccountForm({ account, onClose }: Props) {
  const { t } = useTranslation();
  // The address of an .ics file is a secret: after a restore it has to be entered again.
  const isFile = account?.provider === 'ics';
  const form = useForm({
    initialValues: { address: account && !isFile ? account.address : '', logIn: account?.logIn ?? '', password: '' },
    validate: validateBy(outsideCalendars.insert, {
      input: ({ address, logIn, password }) => ({
        address,
        logIn: logIn || undefined,
        password: password || undefined,
      }),
    }),
  });
  // Where the calendars are, if not on the server that was entered.
  const [elsewhere, setElsewhere] = useState<{ from: string; to: URL }>();
  useUnsavedInput(() => form.isDirty());
  const save = useMutation({
    mutationFn: ({ address, logIn, password }: typeof form.values) => {
      const access = { logIn: logIn || undefined, password: password || undefined };
      return account
        ? call(outsideCalendars.signIn, { id: account.id, address, ...access }, { asks: true })
        : call(outsideCalendars.insert, { address, ...access }, { asks: true });
    },
    onSuccess({ calendars }) {
      form.reset();
      toast('success', t(calendars.length === 1 ? 'otherCalendars.foundOne' : 'otherCalendars.found'));
      onClose();
    },
    onError(error, { address }) {
      const to = leadsTo(error);
      if (to) setElsewhere({ from: address, to });
      else applyMessages(form, error, outsideCalendars.insert);
    },
    onSettled: refetchOutside,
  });
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}>
      <TextInput
        label={t('otherCalendars.address')}
        description={t('otherCalendars.addressHint')}
        type="url"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        autoFocus={!account}
        {...lengthOf(outsideCalendars.insert, 'address')}
        {...form.getInputProps('address')}
      />
      <TextInput
        label={t('otherCalendars.logIn')}
        spellCheck={false}
        autoComplete="off"
        {...lengthOf(outsideCalendars.insert, 'logIn')}
        {...form.getInputProps('logIn')}
      />
      <PasswordInput
        label={t('otherCalendars.password')}
        description={t('otherCalendars.passwordHint')}
        autoComplete="off"
        autoFocus={Boolean(account)}
        visibilityToggleButtonProps={{ 'aria-label': t('security.showPassword') }}
        {...lengthOf(outsideCalendars.insert, 'password')}
        {...form.getInputProps('password')}
      />
      {elsewhere?.from === form.values.address && (
        <Alert
          color="orange"
          variant="light"
          styles={{ title: { color: 'var(--daybook-text)' } }}
          title={t('otherCalendars.elsewhere', { host: elsewhere.to.host })}
        >
          <p className={classes.text}>{t('otherCalendars.elsewhereText')}</p>
          <Button
            size="sm"
            loading={save.isPending}
            onClick={() => {
              const values = { ...form.values, address: elsewhere.to.href };
              form.setValues(values);
              save.mutate(values);
            }}
          >
            {t('otherCalendars.readThere')}
          </Button>
        </Alert>
      )}
      <div className={classes.foot}>
        <Button type="submit" loading={save.isPending}>
          {t(account ? 'otherCalendars.signIn' : 'otherCalendars.find')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The address on another server to which the entered one leads. */
function leadsTo(error: unknown): URL | undefined {
  if (!(error instanceof CallError) || !Array.isArray(error.body)) return undefined;
  const [first] = error.body as { LeadsTo?: string }[]; // A 417 body is a list.
  return URL.parse(first?.LeadsTo ?? '') ?? undefined;
}
