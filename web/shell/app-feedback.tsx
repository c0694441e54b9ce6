// What a signed-in person tells us: praise, a question or a fault.
import { Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/application.ts';
import type { feedbackTypes } from '#contract/home.ts';
import { call } from '#web/lib/client.ts';
import { forgetDraft, keptAs } from '#web/lib/drafts.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { toast } from '#web/lib/toasts.ts';
import { FeedbackTypeField } from '#web/site/feedback-type.tsx';
import { Dialog } from './app-dialog.tsx';
import { DialogFoot } from './app-dialog-foot.tsx';

type FeedbackType = (typeof feedbackTypes)[number];

const draft = 'ownFeedback';
const empty = { type: 'question' as FeedbackType, message: '' };

export function Feedback({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={t('feedback.title')}>
      <FeedbackForm onDone={onClose} />
    </Dialog>
  );
}

function FeedbackForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    ...keptAs(draft, empty),
    validate: { message: (value) => (value.trim() ? null : t('field.required')) },
  });
  const send = useMutation({
    mutationFn: (values: typeof empty) => call(application.sendFeedback, values),
    onSuccess() {
      forgetDraft(draft);
      toast('success', t('feedback.added'));
      onDone();
    },
    onError: (error) => applyMessages(form, error, application.sendFeedback),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack gap="md">
        <FeedbackTypeField {...form.getInputProps('type')} />
        <Textarea
          label={t('feedback.message')}
          required
          rows={6}
          maxLength={4000}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <DialogFoot yes={t('feedback.send')} isBusy={send.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
