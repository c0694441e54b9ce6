// The feedback form for visitors: praise, a question or a bug report.
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type feedbackTypes, home } from '#contract/site/home.ts';
import { call } from '#web/lib/client/client.ts';
import { clearDraft, draftOptions } from '#web/lib/forms/drafts.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './feedback.module.css';
import { FeedbackTypeField } from './feedback-type.tsx';

type FeedbackType = (typeof feedbackTypes)[number];

const draftName = 'feedback';
const emptyValues = { type: 'question' as FeedbackType, message: '', name: '', eMail: '' };

export function FeedbackForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    mode: 'uncontrolled',
    ...draftOptions(draftName, emptyValues),
    validate: validateBy(home.feedback),
  });
  const send = useMutation({
    mutationFn: (values: typeof emptyValues) => call(home.feedback, values),
    onSuccess: () => {
      clearDraft(draftName);
      toast('success', t('feedback.added'));
      onSent();
    },
    onError: (error) => applyMessages(form, error, home.feedback),
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => {
        form.clearErrors();
        send.mutate(values);
      }, onWrong)}
    >
      <FeedbackTypeField key={form.key('type')} {...form.getInputProps('type')} />
      <Textarea
        label={t('feedback.message')}
        required
        rows={6}
        {...lengthOf(home.feedback, 'message')}
        data-autofocus
        key={form.key('message')}
        {...form.getInputProps('message')}
      />
      <TextInput
        label={t('feedback.name')}
        autoComplete="name"
        {...lengthOf(home.feedback, 'name')}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('feedback.eMail')}
        description={t('feedback.eMailWhy')}
        type="email"
        autoComplete="email"
        {...lengthOf(home.feedback, 'eMail')}
        key={form.key('eMail')}
        {...form.getInputProps('eMail')}
      />
      <div>
        <Button type="submit" color="ribbon" size="md" loading={send.isPending}>
          {t('feedback.send')}
        </Button>
      </div>
    </form>
  );
}
