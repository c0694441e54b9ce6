// Sets up the authenticator app in steps: password, key with a first code, recovery codes.
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import { call } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { QrCode } from '#web/lib/ui/picture/qr-code.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './security.module.css';

export function SetUpSecondFactor({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Dialog
      // Closing by accident would lose the codes, which are shown only once.
      onClose={codes ? () => {} : onClose}
      withCloseButton={!codes}
      title={t(codes ? 'security.codesTitle' : 'security.setUpTitle')}
    >
      {codes && <RecoveryCodes codes={codes} onSaved={onClose} />}
      {!codes && key && <ConfirmStep appKey={key} onConfirmed={setCodes} />}
      {!codes && !key && <PasswordStep hasPassword={hasPassword} onStarted={setKey} onCancel={onClose} />}
    </Dialog>
  );
}

interface PasswordStepProps {
  hasPassword: boolean;
  onStarted: (key: { secret: string; uri: string }) => void;
  onCancel: () => void;
}

function PasswordStep({ hasPassword, onStarted, onCancel }: PasswordStepProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { password: '' },
    validate: validateBy(secondFactor.startSecondFactor, { required: ['password'] }),
  });
  const start = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      call(secondFactor.startSecondFactor, hasPassword ? { password } : {}),
    onSuccess: onStarted,
    onError: (error) => applyMessages(form, error, secondFactor.startSecondFactor),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; an account without a password skips this step.
  useEffect(() => {
    if (!hasPassword) start.mutate({ password: '' });
  }, []);
  if (!hasPassword) return null;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => start.mutate(values), onWrong)}>
      <Stack gap="md">
        <PasswordInput
          label={t('security.password')}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('security.showPassword') }}
          {...form.getInputProps('password')}
        />
        <DialogFoot confirmLabel={t('security.goOn')} isBusy={start.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function ConfirmStep(props: { appKey: { secret: string; uri: string }; onConfirmed: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const { secret, uri } = props.appKey;
  const form = useForm({
    initialValues: { code: '' },
    validate: validateBy(secondFactor.confirmSecondFactor),
  });
  const confirm = useMutation({
    mutationFn: ({ code }: typeof form.values) => call(secondFactor.confirmSecondFactor, { code }),
    onSuccess({ recoveryCodes }) {
      toast('success', t('security.turnedOn'));
      props.onConfirmed(recoveryCodes);
    },
    onError: (error) => applyMessages(form, error, secondFactor.confirmSecondFactor),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => confirm.mutate(values), onWrong)}>
      <Stack gap="md">
        <Text>{t('security.scan')}</Text>
        <QrCode text={uri} label={t('security.qrCode')} />
        <div>
          <Text size="sm" c="dimmed">
            {t('security.key')}
          </Text>
          <code className={classes.key}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
        <Group gap="sm">
          <Button variant="default" size="compact-md" onClick={() => void copyText(secret, t('security.copied'))}>
            {t('security.copy')}
          </Button>
          <Button variant="default" size="compact-md" component="a" href={uri}>
            {t('security.openApp')}
          </Button>
        </Group>
        <TextInput
          label={t('security.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...lengthOf(secondFactor.confirmSecondFactor, 'code')}
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            {t('security.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
