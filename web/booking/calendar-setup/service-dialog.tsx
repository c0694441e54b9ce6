// One service, new or saved: name, duration, price and its own rules.
import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { newId } from '#contract/lib/fields.ts';
import { call } from '#web/lib/client/client.ts';
import { lengthOf, numberRange } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { euroInput } from '#web/lib/money.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type CalendarService, cacheSettings } from './calendar-settings.ts';

/** The value of a number field: an empty string while nothing is entered. */
type NumberValue = number | '';

/** Null empties the field: an update keeps what it omits. */
const toNumber = (value: NumberValue | string): number | null => (value === '' ? null : Number(value));

type NumberField = 'minutes' | 'price' | 'bufferBefore' | 'bufferAfter' | 'noticeMinutes' | 'horizonDays';

interface Values {
  name: string;
  description: string;
  minutes: NumberValue;
  price: NumberValue;
  bufferBefore: NumberValue;
  bufferAfter: NumberValue;
  noticeMinutes: NumberValue;
  horizonDays: NumberValue;
  isActive: boolean;
}

function inputOf({ minutes, price, bufferBefore, bufferAfter, noticeMinutes, horizonDays, ...values }: Values) {
  return {
    ...values,
    // Without a number it is refused, beside the field.
    minutes: toNumber(minutes) as number,
    price: Number(price),
    bufferBefore: Number(bufferBefore),
    bufferAfter: Number(bufferAfter),
    noticeMinutes: toNumber(noticeMinutes),
    horizonDays: toNumber(horizonDays),
  };
}

interface Props {
  /** The user's own calendar when omitted. */
  calendarId?: string;
  service: CalendarService | undefined;
  onClose: () => void;
}

export function ServiceDialog({ calendarId, service, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: {
      name: service?.name ?? '',
      description: service?.description ?? '',
      minutes: service?.minutes ?? 30,
      price: service?.price ?? 0,
      bufferBefore: service?.bufferBefore ?? 0,
      bufferAfter: service?.bufferAfter ?? 0,
      noticeMinutes: service?.noticeMinutes ?? '',
      horizonDays: service?.horizonDays ?? '',
      isActive: service?.isActive ?? true,
    } as Values,
    validate: validateBy(calendarSetup.saveService, { input: inputOf }),
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(calendarSetup.saveService, { ...inputOf(values), calendarId, id: service?.id ?? newId }),
    onSuccess(settings, { name }) {
      cacheSettings(settings);
      toast('success', t('hours.serviceSaved', { name: name.trim() }));
      onClose();
    },
    onError: (error) => applyMessages(form, error, calendarSetup.saveService),
  });
  const number = (field: NumberField) => ({
    ...numberRange(calendarSetup.saveService, field),
    hideControls: true,
    clampBehavior: 'blur' as const,
  });
  return (
    <FormDialog
      title={service ? service.name : t('hours.newService')}
      confirmLabel={t('myAccount.save')}
      isBusy={save.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <TextInput
          className={classes.wide}
          label={t('hours.name')}
          withAsterisk
          aria-required
          {...lengthOf(calendarSetup.saveService, 'name')}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NumberInput
          label={t('hours.minutes')}
          withAsterisk
          {...number('minutes')}
          {...form.getInputProps('minutes')}
        />
        <NumberInput label={t('hours.price')} {...euroInput()} {...number('price')} {...form.getInputProps('price')} />
        <Textarea
          className={classes.wide}
          label={t('hours.description')}
          autosize
          minRows={2}
          {...lengthOf(calendarSetup.saveService, 'description')}
          {...form.getInputProps('description')}
        />
        <NumberInput
          label={t('hours.bufferBefore')}
          {...number('bufferBefore')}
          {...form.getInputProps('bufferBefore')}
        />
        <NumberInput label={t('hours.bufferAfter')} {...number('bufferAfter')} {...form.getInputProps('bufferAfter')} />
        <NumberInput
          label={t('hours.notice')}
          description={t('hours.asCalendar')}
          {...number('noticeMinutes')}
          {...form.getInputProps('noticeMinutes')}
        />
        <NumberInput
          label={t('hours.horizon')}
          description={t('hours.asCalendar')}
          {...number('horizonDays')}
          {...form.getInputProps('horizonDays')}
        />
        <Switch
          className={classes.wide}
          label={t('hours.active')}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      </div>
    </FormDialog>
  );
}
