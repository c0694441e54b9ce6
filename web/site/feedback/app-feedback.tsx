// Feedback from signed-in people: praise, a question or a bug report.
import { Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import type { feedbackTypes } from '#contract/site/home.ts';
import { call } from '#web/lib/client/client.ts';
import { clearDraft, draftOptions } from '#web/lib/forms/drafts.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { FeedbackTypeField } from './feedback-type.tsx';

type FeedbackType = (typeof feedbackTypes)[number];

const draftName = 'ownFeedback';
const emptyValues = { type: 'question' as FeedbackType, message: '' };

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
    ...draftOptions(draftName, emptyValues),
    validate: validateBy(application.sendFeedback),
  });
  const send = useMutation({
    mutationFn: (values: typeof emptyValues) => call(application.sendFeedback, values),
    onSuccess() {
      clearDraft(draftName);
      toast('success', t('feedback.added'));
      onDone();
    },
    onError: (error) => applyMessages(form, error, application.sendFeedback),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => send.mutate(values), onWrong)}>
      <Stack gap="md">
        <FeedbackTypeField {...form.getInputProps('type')} />
        <Textarea
          label={t('feedback.message')}
          required
          rows={6}
          {...lengthOf(application.sendFeedback, 'message')}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <DialogFoot confirmLabel={t('feedback.send')} isBusy={send.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
