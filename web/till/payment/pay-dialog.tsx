// Takes the payment of a basket: by one method or several, then shows the receipt.
import { Alert, Button, SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaymentMethod, paymentMethods } from '#contract/booking/receipts.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { Input } from '#contract/lib/service.ts';
import { type TillReceipt, type TillState, tills } from '#contract/till/tills.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { refreshFigures } from '#web/lib/client/query-client.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { AmountInput } from '#web/lib/ui/form/amount-input.tsx';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { ToolButton } from '#web/lib/ui/tool-buttons.tsx';
import { basketTotal } from '../basket/basket.ts';
import type { DraftBasket } from '../basket/basket-store.ts';
import { refreshTill } from '../state/refresh-till.ts';
import { suggestedGiven } from './bank-notes.ts';
import classes from './payment.module.css';
import { SoldNote } from './sold-note.tsx';

type Payment = Input<typeof tills.sell>['payments'][number];

interface Props {
  till: TillState;
  sale: DraftBasket;
  /** The sale is recorded. */
  onSold(): void;
  onClose(): void;
}

/** The way that customers of this browser paid last. */
let lastMethod: PaymentMethod = 'cash';

export function SalePayment({ till, sale, onSold, onClose }: Props) {
  const { t } = useTranslation();
  const [receipt, setReceipt] = useState<TillReceipt>();
  return (
    <LargeDialog title={receipt ? t('till.screen.sold') : t('till.screen.payment')} size="lg" onClose={onClose}>
      {receipt ? (
        <SoldNote registerId={till.id} receipt={receipt} onClose={onClose} />
      ) : (
        <PaymentForm
          {...{ till, sale, onClose }}
          onSold={(sold) => {
            setReceipt(sold);
            onSold();
          }}
        />
      )}
    </LargeDialog>
  );
}

interface FormProps extends Pick<Props, 'till' | 'sale' | 'onClose'> {
  onSold(receipt: TillReceipt): void;
}

function PaymentForm({ till, sale, onSold, onClose }: FormProps) {
  const { t } = useTranslation();
  const total = basketTotal(sale);
  const [payments, setPayments] = useState<Payment[]>([]);
  const [method, setMethod] = useState(lastMethod);
  const rest = total - payments.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const [amount, setAmount] = useState<number | string>(eurosOf(total));
  const field = useRef<HTMLInputElement>(null);
  // A second press may come before the first has disabled the button.
  const isSent = useRef(false);
  const given = centsOf(Number(amount));
  const change = method === 'cash' ? Math.max(0, given - rest) : 0;
  const isTooMuch = method !== 'cash' && given > rest;
  const isWhole = rest === 0 || (given >= rest && !isTooMuch);
  const sell = useMutation({
    mutationFn: (all: Payment[]) => {
      const { id, contactId, lines, discount, discountPercent } = sale;
      const input = { id, registerId: till.id, contactId, lines, discount, discountPercent, payments: all };
      return call(tills.sell, input, { handlesErrors: true });
    },
    onSuccess(sold) {
      lastMethod = method;
      onSold(sold);
      void refreshTill(till.id);
      void refreshFigures();
    },
    onSettled() {
      isSent.current = false;
    },
  });

  function entry(): Payment {
    const isCash = method === 'cash';
    const paid = Math.min(given, rest);
    return { method, amount: eurosOf(paid), given: isCash && given > paid ? eurosOf(given) : null };
  }

  function choose(next: PaymentMethod): void {
    setMethod(next);
    setAmount(eurosOf(rest));
    field.current?.focus();
    setTimeout(() => field.current?.select());
  }

  function give(cents: number): void {
    setAmount(eurosOf(cents));
    field.current?.focus();
  }

  function submit(): void {
    if (isSent.current) return;
    if (isWhole) {
      isSent.current = true;
      sell.mutate(rest === 0 ? payments : [...payments, entry()]);
      return;
    }
    if (given <= 0 || isTooMuch) return;
    setPayments([...payments, entry()]);
    setAmount(eurosOf(rest - given));
    field.current?.focus();
    setTimeout(() => field.current?.select());
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.due}>
        <span>{t(payments.length > 0 ? 'till.screen.stillToPay' : 'till.screen.toPay')}</span>
        <strong className="figures">{formatFullEuro(eurosOf(rest))}</strong>
      </p>
      <PaymentList
        payments={payments}
        onRemove={(index) => {
          setPayments(payments.toSpliced(index, 1));
          setAmount(eurosOf(rest + centsOf(payments[index]?.amount ?? 0)));
          field.current?.focus();
        }}
      />
      {rest > 0 && (
        <>
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t('till.screen.method')}
            value={method}
            onChange={(next) => choose(paymentMethods.find((one) => one === next) ?? 'cash')}
            data={paymentMethods.map((value) => ({ value, label: t(`receipts.method.${value}`) }))}
          />
          <AmountInput
            ref={field}
            mt="md"
            size="lg"
            label={t(method === 'cash' ? 'till.screen.given' : 'till.screen.amount')}
            data-autofocus
            selectAllOnFocus
            value={amount}
            onChange={setAmount}
            error={isTooMuch && t('till.givenOfCash')}
          />
          {method === 'cash' && <Suggestions rest={rest} onChoose={give} />}
          <p className={classes.change} role="status">
            <span>{t(isWhole ? 'till.screen.change' : 'till.screen.thenOpen')}</span>
            <strong className="figures">{formatFullEuro(eurosOf(isWhole ? change : Math.max(0, rest - given)))}</strong>
          </p>
        </>
      )}
      {sell.error && <NotBooked error={sell.error} />}
      <FormFoot isSticky>
        <Button variant="default" size="md" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          type="submit"
          size="md"
          loading={sell.isPending}
          disabled={!isWhole && (given <= 0 || isTooMuch)}
          data-autofocus={rest === 0 || undefined}
        >
          {isWhole
            ? t(sell.error ? 'till.screen.tryAgain' : 'till.screen.payAmount', {
                amount: formatFullEuro(eurosOf(total)),
              })
            : t('till.screen.addPayment', {
                amount: formatFullEuro(eurosOf(given)),
                method: t(`receipts.method.${method}`),
              })}
        </Button>
      </FormFoot>
    </form>
  );
}

interface ListProps {
  payments: readonly Payment[];
  onRemove(index: number): void;
}

/** The payments before the last one. */
function PaymentList({ payments, onRemove }: ListProps) {
  const { t } = useTranslation();
  if (payments.length === 0) return null;
  return (
    <ul className={classes.payments} aria-label={t('till.screen.payments')}>
      {payments.map(({ method, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id, and no state of their own.
        <li key={index}>
          <span>{t(`receipts.method.${method}`)}</span>
          <span className="figures">{formatFullEuro(amount)}</span>
          <ToolButton
            label={t('till.screen.removePayment', { method: t(`receipts.method.${method}`) })}
            icon={IconX}
            onClick={() => onRemove(index)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Amounts that a customer may hand over (cents). */
function Suggestions({ rest, onChoose }: { rest: number; onChoose(cents: number): void }) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.notes} aria-label={t('till.screen.suggestions')}>
      {[rest, ...suggestedGiven(rest)].map((cents, index) => (
        <Button key={cents} variant="default" size="md" onClick={() => onChoose(cents)}>
          {index === 0 ? t('till.screen.exact') : formatFullEuro(eurosOf(cents))}
        </Button>
      ))}
    </fieldset>
  );
}

/** Without an answer, the same press again records the sale once. */
function NotBooked({ error }: { error: Error }) {
  const { t } = useTranslation();
  const { status = 0, message = '', messages = [] } = error instanceof CallError ? error : {};
  const isLost = status === 0 || status >= 500;
  const reason = messages.map((one) => one.message).join(' ') || message;
  return (
    <Alert color="red" variant="light" mt="md" title={t('till.screen.notBooked')} role="alert">
      {isLost ? t('till.screen.notBookedText') : reason}
    </Alert>
  );
}
