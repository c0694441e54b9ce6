// The form of a payment. The method is the button that records it: no other step follows.
import { Button, Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconBuildingBank, IconCash, IconCreditCard, type TablerIcon } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type OpenPart,
  type PaymentMethod,
  paymentMethods,
  receipts,
  type VisitPayments,
} from '#contract/booking/receipts.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { call } from '#web/lib/client/client.ts';
import { shortDay, timeOf } from '#web/lib/dates.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { formatEuro } from '#web/lib/money.ts';
import { AmountInput } from '#web/lib/ui/form/amount-input.tsx';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './payment.module.css';
import { cachePayments, showPaymentError } from './payments.ts';

export interface Completion {
  /** The visit is paid and completed. */
  onCompleted(): void;
  /** Completes it, and leaves the payment for later. */
  withoutPayment(): void;
}

interface Props {
  payments: VisitPayments;
  name: string;
  completion: Completion | undefined;
  onClose(): void;
}

interface Values {
  visitId: string;
  eventIds: string[];
  amount: number | string;
}

const icons: Record<PaymentMethod, TablerIcon> = { cash: IconCash, card: IconCreditCard, transfer: IconBuildingBank };

/** The way that customers of this browser paid last. */
let lastMethod: PaymentMethod = 'cash';

export function PayForm({ payments: { visitId, open }, name, completion, onClose }: Props) {
  const { t } = useTranslation();
  const priceOf = (eventIds: readonly string[]) =>
    sumOfEuros(open.filter(({ eventId }) => eventIds.includes(eventId)).map(({ price }) => price)) || '';
  const own = open.filter((part) => part.visitId === visitId).map(({ eventId }) => eventId);
  const form = useForm<Values>({
    initialValues: { visitId, eventIds: own, amount: priceOf(own) },
    validate: validateBy<Values>(receipts.pay, { required: ['amount'] }),
  });
  const { eventIds, amount } = form.values;
  useUnsavedInput(() => form.isDirty());
  const preferred = lastMethod;
  const chosenMethod = useRef(preferred);
  // A second press may come before the first has disabled the buttons.
  const isSent = useRef(false);
  const pay = useMutation({
    mutationFn: (values: Values) => {
      const input = { ...values, amount: Number(values.amount), method: chosenMethod.current };
      return call(receipts.pay, { ...input, complete: completion !== undefined }, { handlesErrors: [404, 409] });
    },
    onSuccess(saved, values) {
      lastMethod = chosenMethod.current;
      const paid = formatEuro(Number(values.amount));
      cachePayments(saved);
      toast('success', t(completion ? 'receipts.completed' : 'receipts.recorded', { name, amount: paid }));
      onClose();
      completion?.onCompleted();
    },
    onError(error) {
      if (showPaymentError(error, visitId, t('receipts.notRecorded'))) onClose();
    },
    onSettled() {
      isSent.current = false;
    },
  });
  function send(values: Values): void {
    if (isSent.current) return;
    isSent.current = true;
    pay.mutate(values);
  }
  function choose(eventId: string, isChosen: boolean): void {
    const next = open.map((part) => part.eventId).filter((id) => (id === eventId ? isChosen : eventIds.includes(id)));
    form.setValues({ eventIds: next, amount: priceOf(next) });
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // Portals pass events on to the form of the appointment.
        event.stopPropagation();
        form.onSubmit(send, (...wrong) => {
          chosenMethod.current = preferred;
          onWrong(...wrong);
        })(event);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        submitOnCtrlEnter(event);
      }}
    >
      <fieldset className={classes.group}>
        <legend>{t('receipts.toPay')}</legend>
        {open.map((part) => (
          <PartLine
            key={part.eventId}
            part={part}
            isOther={part.visitId !== visitId}
            isChosen={eventIds.includes(part.eventId)}
            onChoose={open.length > 1 ? (isChosen) => choose(part.eventId, isChosen) : undefined}
          />
        ))}
      </fieldset>
      <AmountInput
        mt="md"
        label={t('receipts.amount')}
        withAsterisk
        data-autofocus={amount === '' || undefined}
        min={0}
        {...form.getInputProps('amount')}
      />
      <fieldset className={classes.group}>
        <legend>
          {t(completion ? 'receipts.completeBy' : 'receipts.payBy', { amount: formatEuro(Number(amount)) })}
        </legend>
        <div className={classes.methods}>
          {paymentMethods.map((method) => (
            <MethodButton
              key={method}
              method={method}
              isPreferred={method === preferred}
              isFirst={method === preferred && amount !== ''}
              isBusy={pay.isPending && chosenMethod.current === method}
              isDisabled={pay.isPending || eventIds.length === 0}
              onChoose={() => {
                chosenMethod.current = method;
              }}
            />
          ))}
        </div>
      </fieldset>
      <FormFoot>
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        {completion && (
          <Button variant="default" disabled={pay.isPending} onClick={completion.withoutPayment}>
            {t('receipts.completeUnpaid')}
          </Button>
        )}
      </FormFoot>
    </form>
  );
}

interface PartLineProps {
  part: OpenPart;
  /** Of another visit: it says when that was. */
  isOther: boolean;
  isChosen: boolean;
  /** Undefined: there is no choice. */
  onChoose: ((isChosen: boolean) => void) | undefined;
}

function PartLine({ part: { name, person, price, start, timeZone }, isOther, isChosen, onChoose }: PartLineProps) {
  const what = [name, person].filter(Boolean).join(' · ');
  const when = isOther && `${shortDay(start, timeZone)}, ${timeOf(start, timeZone)}`;
  return (
    <div className={classes.part}>
      {onChoose ? (
        <Checkbox
          label={what}
          description={when}
          checked={isChosen}
          onChange={(change) => onChoose(change.currentTarget.checked)}
        />
      ) : (
        <span>{what}</span>
      )}
      <span className="figures">{formatEuro(price)}</span>
    </div>
  );
}

interface MethodButtonProps {
  method: PaymentMethod;
  /** Enter in the form means this one. */
  isPreferred: boolean;
  isFirst: boolean;
  isBusy: boolean;
  isDisabled: boolean;
  onChoose(): void;
}

function MethodButton({ method, isPreferred, isFirst, isBusy, isDisabled, onChoose }: MethodButtonProps) {
  const { t } = useTranslation();
  const Icon = icons[method];
  return (
    <Button
      className={classes.method}
      variant={isPreferred ? 'filled' : 'default'}
      type={isPreferred ? 'submit' : 'button'}
      data-autofocus={isFirst || undefined}
      loading={isBusy}
      disabled={isDisabled}
      onClick={(event) => {
        onChoose();
        if (!isPreferred) event.currentTarget.form?.requestSubmit();
      }}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      {t(`receipts.method.${method}`)}
    </Button>
  );
}
