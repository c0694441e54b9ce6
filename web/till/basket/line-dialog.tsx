// Edits a line of a basket: how many, the price, a discount, whose sale it is. Also a new line with a name of its own.
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendars } from '#contract/booking/calendar.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import { lineCents } from '#contract/till/line-cents.ts';
import type { BasketLine } from '#contract/till/tills.ts';
import { query } from '#web/lib/client/client.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { AmountInput } from '#web/lib/ui/form/amount-input.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';
import classes from './basket.module.css';
import { withFittingDiscount, withQuantity } from './basket.ts';
import { DiscountField } from './discount-field.tsx';

interface Props {
  line: BasketLine;
  /** Undefined for a new line, which begins with its name. */
  title?: string;
  onSave(line: BasketLine): void;
  onClose(): void;
}

/** The rate that the last line with a name of its own had in this tab. */
let lastRate: number | null = null;

/** A line of no product and no service. */
export const freeLine = (): BasketLine => ({
  ...{ productId: null, eventId: null, serviceId: null, optionIds: [], calendarId: null, name: '', quantity: 1 },
  ...{ unitPrice: 0, discount: 0, discountPercent: null, vatRate: lastRate },
});

export function LineDialog({ line, title, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Values>(() => ({ ...line, unitPrice: line.unitPrice || '' }));
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const isFree = line.productId === null && line.eventId === null && line.serviceId === null;
  const next = lineOf(line, values);
  const isMissing = (isFree && !values.name?.trim()) || values.unitPrice === '' || Number(values.quantity) <= 0;
  const isWrong = isMissing || centsOf(next.discount) > lineCents(next);
  const shared = { allowedDecimalSeparators: [',', '.'], hideControls: true, selectAllOnFocus: true };
  return (
    <Dialog title={title ?? t('till.screen.newLine')} onClose={onClose} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isWrong) return;
          if (isFree) lastRate = next.vatRate;
          onSave(next);
        }}
      >
        <div className={formClasses.fields}>
          {isFree && (
            <TextInput
              className={formClasses.wide}
              label={t('till.screen.name')}
              withAsterisk
              maxLength={100}
              data-autofocus={!title || undefined}
              value={values.name ?? ''}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
          )}
          {line.eventId === null && (
            <NumberInput
              {...shared}
              label={t('till.screen.quantity')}
              min={0}
              max={10_000}
              decimalScale={line.serviceId === null ? 3 : 0}
              data-autofocus={title ? true : undefined}
              value={values.quantity}
              onChange={(quantity) => set({ quantity })}
            />
          )}
          <AmountInput
            label={t('till.screen.price')}
            selectAllOnFocus
            withAsterisk={isFree}
            data-autofocus={line.eventId !== null || undefined}
            value={values.unitPrice}
            onChange={(unitPrice) => set({ unitPrice })}
          />
          <DiscountField
            of={lineCents(next)}
            value={next}
            onChange={({ discount, discountPercent }) => set({ discount, discountPercent })}
          />
          {isFree && (
            <NumberInput
              {...shared}
              label={t('till.screen.vatRate')}
              placeholder={t('till.screen.noVat')}
              suffix=" %"
              min={0}
              max={100}
              decimalScale={2}
              value={values.vatRate ?? ''}
              onChange={(rate) => set({ vatRate: rate === '' ? null : rate })}
            />
          )}
          <PersonField value={values.calendarId} onChange={(calendarId) => set({ calendarId })} />
        </div>
        <p className={classes.quiet}>
          {t('till.screen.lineIs', { amount: formatFullEuro(eurosOf(lineCents(next) - centsOf(next.discount))) })}
        </p>
        <DialogFoot
          confirmLabel={t(title ? 'till.screen.apply' : 'till.screen.add')}
          isBusy={false}
          disabled={isWrong}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

interface Values extends Pick<BasketLine, 'name' | 'calendarId' | 'discount' | 'discountPercent'> {
  quantity: number | string;
  unitPrice: number | string;
  vatRate: number | string | null;
}

function lineOf(line: BasketLine, { name, quantity, unitPrice, vatRate, ...values }: Values): BasketLine {
  const next = withQuantity(
    {
      ...line,
      ...(name && { name: name.trim() }),
      ...{ calendarId: values.calendarId, discount: values.discount, discountPercent: values.discountPercent },
      unitPrice: Number(unitPrice),
      vatRate: vatRate === null ? null : Number(vatRate),
    },
    Number(quantity),
  );
  // A share follows the price; an amount that is too large is refused.
  return next.discountPercent === null ? next : withFittingDiscount(next, lineCents(next));
}

interface PersonProps {
  value: string | null;
  onChange(calendarId: string | null): void;
}

/** The person whom reports name for a line. */
function PersonField({ value, onChange }: PersonProps) {
  const { t } = useTranslation();
  const read = useQuery(query(calendars.getAllCalendars, {}));
  const people = (read.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (people.length < 2 && value === null) return null;
  return (
    <Select
      label={t('till.screen.person')}
      placeholder={t('till.screen.me')}
      data={people}
      value={people.some((person) => person.value === value) ? value : null}
      onChange={onChange}
      clearable
      searchable
    />
  );
}
