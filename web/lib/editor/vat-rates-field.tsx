// The rates of VAT that begin on a day: those in force, and announced ones.
import { ActionIcon, Button, Input, NumberInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import { dateIn, now, plainDay, visitorZone } from '#web/lib/dates.ts';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import { hintBelow } from './field-input.tsx';
import classes from './vat-rates-field.module.css';

interface Props {
  id?: string;
  label: string;
  description?: string | undefined;
  error?: ReactNode;
  disabled?: boolean;
  rates: readonly LaterVatRate[];
  /** The form that has them as `vatRates`. */
  form: { errors: Record<string, ReactNode>; clearFieldError(path: string): void };
  onChange(rates: LaterVatRate[]): void;
}

/** A row that is not filled in: validation asks for what is missing. */
const emptyRate = { from: '', rate: null } as unknown as LaterVatRate;

const fullDay = { day: 'numeric', month: 'long', year: 'numeric' } as const;

export function VatRatesField({ id, label, description, error, disabled = false, rates, form, onChange }: Props) {
  const { t } = useTranslation();
  const addButton = useRef<HTMLButtonElement>(null);
  const today = dateIn(now(), visitorZone()).toString();
  const inForce = rates
    .filter(({ from }) => from !== '' && from <= today)
    .map(({ from }) => from)
    .toSorted()
    .at(-1);
  const pathOf = (index: number, field: keyof LaterVatRate) => `vatRates.${index}.${field}`;
  function change(index: number, values: Partial<LaterVatRate>): void {
    for (const field of ['from', 'rate'] as const) if (field in values) form.clearFieldError(pathOf(index, field));
    onChange(rates.map((rate, at) => (at === index ? { ...rate, ...values } : rate)));
  }
  function remove(index: number): void {
    // The rows behind it move up.
    for (const at of rates.keys())
      for (const field of ['from', 'rate'] as const) form.clearFieldError(pathOf(at, field));
    onChange(rates.filter((_, at) => at !== index));
    // The last row takes its button along.
    addButton.current?.focus();
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      inputWrapperOrder={hintBelow}
      error={error}
      role="group"
      aria-label={label}
    >
      <div id={id} className={classes.rates} tabIndex={-1}>
        {rates.map((rate, index) => (
          // Rows have no key of their own; an unfinished one has no day.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end, and hold no state.
          <div key={index} className={classes.rate}>
            <DayField
              label={t('vatRates.from')}
              value={rate.from}
              onChange={(from) => change(index, { from })}
              error={form.errors[pathOf(index, 'from')]}
              disabled={disabled}
              required
            />
            <NumberInput
              label={t('vatRates.rate')}
              value={rate.rate ?? ''}
              onChange={(next) => change(index, { rate: (next === '' ? null : Number(next)) as number })}
              error={form.errors[pathOf(index, 'rate')]}
              disabled={disabled}
              decimalScale={2}
              hideControls
              withAsterisk
            />
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="gray"
              size={36}
              disabled={disabled}
              aria-label={
                rate.from ? t('vatRates.removeFrom', { day: plainDay(rate.from, fullDay) }) : t('vatRates.remove')
              }
              onClick={() => remove(index)}
            >
              <IconX size={17} />
            </ActionIcon>
            {rate.from !== '' && rate.from === inForce && (
              <span className={classes.inForce}>{t('vatRates.inForce')}</span>
            )}
          </div>
        ))}
        <Button
          ref={addButton}
          className={classes.add}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={disabled}
          onClick={() => onChange([...rates, emptyRate])}
        >
          {t('vatRates.add')}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
