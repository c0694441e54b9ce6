// The form that finds the calendars at an address, or signs in at it again.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type OutsideAccount, outsideCalendars } from '#contract/links/outside.ts';
import { call } from '#web/lib/client/client.ts';
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
  useUnsavedInput(() => form.isDirty());
  const save = useMutation({
    mutationFn: ({ address, logIn, password }: typeof form.values) => {
      const access = { logIn: logIn || undefined, password: password || undefined };
      return account
        ? call(outsideCalendars.signIn, { id: account.id, address, ...access })
        : call(outsideCalendars.insert, { address, ...access });
    },
    onSuccess({ calendars }) {
      form.reset();
      toast('success', t(calendars.length === 1 ? 'otherCalendars.foundOne' : 'otherCalendars.found'));
      onClose();
    },
    onError: (error) => applyMessages(form, error, outsideCalendars.insert),
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
