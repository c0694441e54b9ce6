// One service, new or saved: what it is called, how long it takes, what it costs, and its own rules.
import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { newId } from '#contract/lib/fields.ts';
import classes from '#web/identity/account/my-account.module.css';
import { call } from '#web/lib/client/client.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { applyMessages } from '#web/lib/forms/form-messages.ts';
import { DialogFoot } from '#web/lib/ui/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { cacheSettings, type Service } from './calendar-settings.ts';

/** What a number field holds: empty while nothing is typed. */
type NumberValue = number | '';

const toNumber = (value: NumberValue | string): number | undefined => (value === '' ? undefined : Number(value));

export function ServiceDialog({ service, onClose }: { service: Service | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const required = (value: NumberValue) => (value === '' ? t('field.required') : null);
  const form = useForm({
    initialValues: {
      name: service?.name ?? '',
      description: service?.description ?? '',
      minutes: (service?.minutes ?? 30) as NumberValue,
      price: (service?.price ?? 0) as NumberValue,
      bufferBefore: (service?.bufferBefore ?? 0) as NumberValue,
      bufferAfter: (service?.bufferAfter ?? 0) as NumberValue,
      noticeMinutes: (service?.noticeMinutes ?? '') as NumberValue,
      horizonDays: (service?.horizonDays ?? '') as NumberValue,
      isActive: service?.isActive ?? true,
    },
    validate: {
      name: (value) => (value.trim() ? null : t('field.required')),
      minutes: required,
    },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(calendarSetup.saveService, {
        ...values,
        id: service?.id ?? newId,
        minutes: Number(values.minutes),
        price: Number(values.price),
        bufferBefore: Number(values.bufferBefore),
        bufferAfter: Number(values.bufferAfter),
        noticeMinutes: toNumber(values.noticeMinutes),
        horizonDays: toNumber(values.horizonDays),
      }),
    onSuccess(settings, { name }) {
      cacheSettings(settings);
      toast('success', t('hours.serviceSaved', { name: name.trim() }));
      onClose();
    },
    onError: (error) => applyMessages(form, error, calendarSetup.saveService),
  });
  const number = (min: number, max: number) => ({
    min: min,
    max: max,
    hideControls: true,
    clampBehavior: 'blur' as const,
  });
  return (
    <FormDialog
      title={service ? t('hours.editService', { name: service.name }) : t('hours.addService')}
      isDirty={() => form.isDirty()}
      onClose={onClose}
    >
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))} onKeyDown={submitOnCtrlEnter}>
        <div className={classes.fields}>
          <TextInput
            className={classes.wide}
            label={t('hours.name')}
            withAsterisk
            aria-required
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <NumberInput
            label={t('hours.minutes')}
            withAsterisk
            allowDecimal={false}
            {...number(5, 1440)}
            {...form.getInputProps('minutes')}
          />
          <NumberInput label={t('hours.price')} decimalScale={2} {...number(0, 1e6)} {...form.getInputProps('price')} />
          <Textarea
            className={classes.wide}
            label={t('hours.description')}
            autosize
            minRows={2}
            maxLength={1000}
            {...form.getInputProps('description')}
          />
          <NumberInput
            label={t('hours.bufferBefore')}
            allowDecimal={false}
            {...number(0, 1440)}
            {...form.getInputProps('bufferBefore')}
          />
          <NumberInput
            label={t('hours.bufferAfter')}
            allowDecimal={false}
            {...number(0, 1440)}
            {...form.getInputProps('bufferAfter')}
          />
          <NumberInput
            label={t('hours.notice')}
            description={t('hours.asCalendar')}
            allowDecimal={false}
            {...number(0, 525600)}
            {...form.getInputProps('noticeMinutes')}
          />
          <NumberInput
            label={t('hours.horizon')}
            description={t('hours.asCalendar')}
            allowDecimal={false}
            {...number(1, 730)}
            {...form.getInputProps('horizonDays')}
          />
          <Switch
            className={classes.wide}
            label={t('hours.active')}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
        </div>
        <DialogFoot confirmLabel={t('myAccount.save')} isBusy={save.isPending} onCancel={onClose} />
      </form>
    </FormDialog>
  );
}
