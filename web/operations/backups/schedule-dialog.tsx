// Sets when backups are made by themselves, and how many of them are stored.
import { NumberInput, Radio, Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BackupSchedule, backupIntervals, companyBackups } from '#contract/operations/backups.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import { numberRange } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

const { getSchedule, setSchedule } = companyBackups.operations;

export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const read = useQuery(query(getSchedule, {}));
  return (
    <Dialog onClose={onClose} title={t('list.backups.schedule')}>
      {read.isPending && <Skeleton height={260} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && <ScheduleForm schedule={read.data} onClose={onClose} />}
    </Dialog>
  );
}

function ScheduleForm({ schedule, onClose }: { schedule: BackupSchedule; onClose: () => void }) {
  const { t } = useTranslation();
  const { every, keep, nextAt } = schedule;
  const form = useForm({ initialValues: { every, keep }, validate: validateBy(setSchedule) });
  useUnsavedInput(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: typeof form.values) => call(setSchedule, values),
    onSuccess(saved) {
      queryClient.setQueryData(query(getSchedule, {}).queryKey, saved);
      toast('success', t('list.backups.scheduleSaved'));
      onClose();
    },
    onError: (error) => applyMessages(form, error, setSchedule),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}>
      <Stack gap="md">
        <Radio.Group
          label={t('list.backups.every')}
          description={t('list.backups.everyHint')}
          {...form.getInputProps('every')}
        >
          <Stack gap="sm" mt="xs">
            {backupIntervals.map((interval) => (
              <Radio key={interval} value={interval} label={t(`list.backups.interval.${interval}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {form.values.every !== 'never' && (
          <NumberInput
            label={t('list.backups.keep')}
            description={t('list.backups.keepHint')}
            {...numberRange(setSchedule, 'keep')}
            clampBehavior="blur"
            hideControls
            {...form.getInputProps('keep')}
          />
        )}
        {nextAt && !form.isDirty() && <p>{t('list.backups.nextAt', { when: dayAndTime(nextAt, visitorZone()) })}</p>}
      </Stack>
      <DialogFoot confirmLabel={t('list.backups.saveSchedule')} isBusy={save.isPending} onCancel={onClose} />
    </form>
  );
}
