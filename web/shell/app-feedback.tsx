// What a signed-in person tells us: praise, a question or a fault.
import { Button, Group, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/application.ts';
import { feedbackTypes } from '#contract/home.ts';
import { call } from '#web/lib/client.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { toast } from '#web/lib/toasts.ts';
import { plainHeader } from './app-plain-header.ts';

type FeedbackType = (typeof feedbackTypes)[number];

export function Feedback({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('feedback.title')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <FeedbackForm onDone={onClose} />
    </Modal>
  );
}

function FeedbackForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { type: 'question' as FeedbackType, message: '' },
    validate: { message: (value) => (value.trim() ? null : t('field.required')) },
  });
  const send = useMutation({
    mutationFn: (values: typeof form.values) => call(application.sendFeedback, values),
    onSuccess() {
      toast('success', t('feedback.added'));
      onDone();
    },
    onError: (error) => applyMessages(form, error, application.sendFeedback),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack gap="md">
        <Radio.Group label={t('feedback.type')} {...form.getInputProps('type')}>
          <Group gap="lg" mt={6}>
            {feedbackTypes.map((type) => (
              <Radio key={type} value={type} label={t(`feedback.types.${type}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          label={t('feedback.message')}
          required
          rows={6}
          maxLength={4000}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {t('feedback.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
