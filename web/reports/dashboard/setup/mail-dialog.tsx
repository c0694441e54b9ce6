// The mail server of the installation: it is used once it has accepted a test e-mail.
import { Alert, Group, Loader, NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { mailStatesQuery } from '#web/messaging/mail/mail-states.ts';

const { insert, update, delete: remove, sendTest, getSender } = systemSmtps.operations;

/** Of most providers: the connection begins without TLS and upgrades. */
const usual = { host: '', port: 587, ssl: true, userName: '', password: '' };
type Values = typeof usual;

const uses = { forAccounts: true, forVisits: true, forCampaigns: true };
const noUses = { forAccounts: false, forVisits: false, forCampaigns: false };
const inputOf = (values: Values) => ({ ...values, key: values.host });

export function MailDialog({ title, onClose }: { title: string; onClose(): void }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const sender = useQuery(query(getSender, {})).data;
  const form = useForm({ initialValues: usual, validate: validateBy(insert, { input: inputOf }) });
  const save = useMutation({
    mutationFn: setUp,
    onSuccess(test) {
      if (!test.sent) return;
      void queryClient.invalidateQueries({ queryKey: mailStatesQuery.queryKey });
      toast('success', t('list.smtps.testSent', { to: test.to }));
      onClose();
    },
    onError: (error) => applyMessages(form, error, insert),
  });
  return (
    <FormDialog
      title={title}
      confirmLabel={t('dashboard.setup.mail.save')}
      isBusy={save.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}
      onClose={onClose}
    >
      <p>{t('dashboard.setup.mail.lead', { to: user.logIn })}</p>
      <div className={classes.fields}>
        <TextInput
          label={t('grid.field.host')}
          placeholder="smtp.example.org"
          autoComplete="off"
          withAsterisk
          aria-required
          data-autofocus
          {...lengthOf(insert, 'host')}
          {...form.getInputProps('host')}
        />
        <NumberInput label={t('grid.field.port')} min={1} max={65_535} hideControls {...form.getInputProps('port')} />
        <TextInput
          label={t('grid.field.userName')}
          autoComplete="off"
          {...lengthOf(insert, 'userName')}
          {...form.getInputProps('userName')}
        />
        <PasswordInput
          label={t('grid.field.password')}
          // Prevents a password manager from offering the operator's own.
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('list.hosts.showPassword') }}
          {...form.getInputProps('password')}
        />
        <Switch
          className={classes.wide}
          label={t('grid.field.ssl')}
          {...form.getInputProps('ssl', { type: 'checkbox' })}
        />
      </div>
      {sender && (
        <p>
          {t('dashboard.setup.mail.sender', { sender: sender.sender })}{' '}
          {sender.isPlaceholder && t('dashboard.setup.mail.placeholder')}
        </p>
      )}
      <div role="status">
        {save.isPending && (
          <Group gap="sm">
            <Loader size={18} />
            {t('list.smtps.testing')}
          </Group>
        )}
        {save.data && !save.data.sent && !save.isPending && (
          <Alert
            color="red"
            variant="light"
            styles={{ title: { color: 'var(--daybook-text)' } }}
            title={t('list.smtps.testFailed', { to: save.data.to })}
          >
            <code style={{ overflowWrap: 'anywhere' }}>{save.data.answer}</code>
          </Alert>
        )}
      </div>
    </FormDialog>
  );
}

/** Until the test is accepted, the server takes nothing; one that does not accept it is not stored. */
async function setUp({ password, ...values }: Values): Promise<{ sent: boolean; to: string; answer: string }> {
  const input = { ...inputOf({ ...values, password }), ...(password === '' && { password: undefined }) };
  const { id, version } = await call(insert, { ...input, ...noUses });
  try {
    const test = await call(sendTest, { id });
    if (test.sent) await call(update, { ...input, id, version, ...uses });
    else await call(remove, { id });
    return test;
  } catch (error) {
    await call(remove, { id }, { handlesErrors: true }).catch(() => {});
    throw error;
  }
}
