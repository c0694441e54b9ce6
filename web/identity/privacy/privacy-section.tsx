// The user's personal data: download, and deletion together with the account.
import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { privacy } from '#contract/identity/privacy.ts';
import { CallError, call, operationUrl } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { download } from '#web/lib/client/download.ts';
import { clearStoredMenu } from '#web/lib/client/menu.ts';
import { clearAnswers } from '#web/lib/client/query-client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { TooManyTries } from '#web/lib/forms/too-many-tries.tsx';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './privacy-section.module.css';

export function PrivacySection() {
  const { t } = useTranslation();
  const { isImpersonated } = useCurrentUser();
  const [asking, dialog] = useDisclosure(false);
  return (
    <Section id="privacy" title={t('privacy.title')}>
      <p className={classes.lead}>{t('privacy.lead')}</p>
      {isImpersonated ? (
        <p className={classes.note}>{t('privacy.impersonated')}</p>
      ) : (
        <div className={classes.choices}>
          <div>
            <DownloadButton />
            <p className={classes.note}>{t('privacy.downloadNote')}</p>
          </div>
          <div>
            <Button variant="default" onClick={dialog.open}>
              {t('privacy.delete')}
            </Button>
            <p className={classes.note}>{t('privacy.deleteNote')}</p>
          </div>
        </div>
      )}
      <Dialog opened={asking} onClose={dialog.close} title={t('privacy.deleteTitle')} centered>
        <DeleteForm onCancel={dialog.close} />
      </Dialog>
    </Section>
  );
}

function DownloadButton() {
  const { t } = useTranslation();
  const start = useMutation({
    // Checks first, because a browser only reports that a download failed, not why.
    mutationFn: () => call(privacy.checkDownload, {}, { handlesErrors: [429] }),
    onSuccess: () => download(operationUrl(privacy.downloadData, {})),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('privacy.download')}
      </Button>
      <div role="alert">{start.error && <TooManyTries error={start.error} />}</div>
    </>
  );
}

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { logIn } = useCurrentUser().user;
  const form = useForm({
    initialValues: { confirmation: '', password: '' },
    validate: validateBy(privacy.deleteAccount, {
      own: ({ confirmation }) => ({
        confirmation: confirmation.trim().toLowerCase() !== logIn.toLowerCase() && 'privacy.notConfirmed',
      }),
    }),
  });
  const remove = useMutation({
    mutationFn: (values: typeof form.values) => call(privacy.deleteAccount, values),
    async onSuccess() {
      clearStoredMenu();
      await router.navigate({ to: '/' });
      clearAnswers();
      toast('success', t('privacy.deleted'));
    },
    onError: (error) => {
      if (!refusalOf(error)) applyMessages(form, error, privacy.deleteAccount);
    },
  });
  const refusal = refusalOf(remove.error);
  return (
    <form onSubmit={form.onSubmit((values) => remove.mutate(values), onWrong)} noValidate>
      <Stack gap="md">
        <Text>{t('privacy.deleteText')}</Text>
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <TextInput
          label={t('privacy.confirmation', { logIn })}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('confirmation')}
        />
        <PasswordInput
          label={t('privacy.password')}
          description={t('privacy.passwordNote')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <DialogFoot confirmLabel={t('privacy.delete')} isBusy={remove.isPending} danger onCancel={onCancel} />
      </Stack>
    </form>
  );
}

/** Returns why the account cannot be deleted, regardless of the input. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  return error.messages.find(({ key }) => key === 'Account')?.message;
}
