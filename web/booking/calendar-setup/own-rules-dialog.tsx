// The minutes and price with which a person does a service that others do too.
import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { call } from '#web/lib/client/client.ts';
import { numberRange } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type CalendarService, cacheSettings } from './calendar-settings.ts';

interface Values {
  /** An empty text while nothing is entered. */
  minutes: number | '';
  price: number | '';
}

interface Props {
  calendarId: string;
  service: CalendarService;
  onClose: () => void;
}

const toNumber = (value: number | '') => (value === '' ? undefined : Number(value));

export function OwnRulesDialog({ calendarId, service, onClose }: Props) {
  const { t } = useTranslation();
  const inputOf = ({ minutes, price }: Values) => ({
    calendarId,
    id: service.id,
    minutes: toNumber(minutes),
    price: toNumber(price),
  });
  const form = useForm<Values>({
    initialValues: { minutes: service.ownMinutes ?? '', price: service.ownPrice ?? '' },
    validate: validateBy(calendarSetup.chooseService, { input: inputOf }),
  });
  const save = useMutation({
    mutationFn: (values: Values) => call(calendarSetup.chooseService, inputOf(values)),
    onSuccess(settings) {
      cacheSettings(settings);
      toast('success', t('hours.serviceSaved', { name: service.name }));
      onClose();
    },
    onError: (error) => applyMessages(form, error, calendarSetup.chooseService),
  });
  return (
    <FormDialog
      title={t('hours.ownRulesOf', { name: service.name })}
      confirmLabel={t('myAccount.save')}
      isBusy={save.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <NumberInput
          label={t('hours.minutes')}
          description={t('hours.asService', { value: t('hours.minutesShort', { minutes: service.minutes }) })}
          {...numberRange(calendarSetup.chooseService, 'minutes')}
          hideControls
          clampBehavior="blur"
          data-autofocus
          {...form.getInputProps('minutes')}
        />
        <NumberInput
          label={t('hours.price')}
          description={t('hours.asService', { value: formatEuro(service.price) })}
          {...numberRange(calendarSetup.chooseService, 'price')}
          decimalScale={2}
          hideControls
          clampBehavior="blur"
          {...form.getInputProps('price')}
        />
      </div>
    </FormDialog>
  );
}
