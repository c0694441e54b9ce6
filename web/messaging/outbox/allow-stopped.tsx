// Allows SMS to a number again that answered STOP: a person says why.
import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companySuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { call } from '#web/lib/client/client.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

const { allow } = companySuppressedAddresses.operations;

interface Props {
  stopped: { id: string; address: string };
  onClose(): void;
}

export function AllowStopped({ stopped: { id, address }, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { why: '' },
    validate: { why: (value) => (value.trim() ? null : t('field.required')) },
  });
  const allowing = useMutation({
    mutationFn: ({ why }: typeof form.values) => call(allow, { id, why: why.trim() }),
    onSuccess() {
      toast('success', t('list.suppressedaddresses.allowed', { address }));
      void refreshList(companySuppressedAddresses);
      onClose();
    },
    onError: (error) => applyMessages(form, error, allow),
  });
  return (
    <FormDialog
      title={t('list.suppressedaddresses.allowStopped', { address })}
      confirmLabel={t('list.suppressedaddresses.allow')}
      isBusy={allowing.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit((values) => allowing.mutate(values), onWrong)}
      onClose={onClose}
    >
      <Text size="sm" mb="md">
        {t('list.suppressedaddresses.stoppedText')}
      </Text>
      <Textarea
        label={t('list.suppressedaddresses.why')}
        description={t('list.suppressedaddresses.whyText')}
        autosize
        minRows={2}
        withAsterisk
        aria-required
        data-autofocus
        {...lengthOf(allow, 'why')}
        {...form.getInputProps('why')}
      />
    </FormDialog>
  );
}
