// Tests an SMS gateway with a number that the operator names, and shows the response.
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';

const { sendTest } = systemSmsGateways.operations;

export function SmsTest({ gateway, onClose }: { gateway: { id: string; key: string }; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { id: gateway.id, to: '' },
    validate: validateBy(sendTest, { required: ['to'] }),
  });
  useUnsavedInput(() => form.isDirty());
  const test = useMutation({
    mutationFn: (values: typeof form.values) => call(sendTest, values),
    onError: (error) => applyMessages(form, error, sendTest),
  });
  const { data } = test;
  return (
    <Dialog onClose={onClose} title={t('list.smtps.testTitle', { name: gateway.key })} centered>
      <form noValidate onSubmit={form.onSubmit((values) => test.mutate(values), onWrong)}>
        <TextInput
          type="tel"
          autoComplete="off"
          data-autofocus
          label={t('list.smsgateways.testTo')}
          description={t('list.smsgateways.testToHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('to')}
        />
        <div role="status">
          {data && !test.isPending && (
            <Alert
              mt="md"
              color={data.sent ? 'green' : data.isUncertain ? 'orange' : 'red'}
              variant="light"
              styles={{ title: { color: 'var(--daybook-text)' } }}
              title={t(outcomeOf(data), { to: data.to })}
            >
              <code style={{ overflowWrap: 'anywhere' }}>{data.answer}</code>
            </Alert>
          )}
        </div>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('app.close')}
          </Button>
          <Button type="submit" loading={test.isPending}>
            {t('list.smsgateways.testSend')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function outcomeOf({ sent, isUncertain }: { sent: boolean; isUncertain?: boolean | undefined }) {
  if (sent) return 'list.smsgateways.testSent';
  return isUncertain ? 'list.smsgateways.testUncertain' : 'list.smsgateways.testFailed';
}
