// A discount: an amount, or a share of what it is taken off.
import { NumberInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eurosOf } from '#contract/lib/money.ts';
import { percentCents } from '#contract/till/line-cents.ts';
import type { BasketLine } from '#contract/till/tills.ts';
import { AmountInput } from '#web/lib/ui/form/amount-input.tsx';
import classes from './basket.module.css';

export type GivenDiscount = Pick<BasketLine, 'discount' | 'discountPercent'>;

interface Props {
  /** The amount that it is taken off (cents). */
  of: number;
  value: GivenDiscount;
  onChange(given: GivenDiscount): void;
  isFirst?: boolean;
}

export function DiscountField({ of, value, onChange, isFirst = false }: Props) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState<'amount' | 'percent'>(value.discountPercent === null ? 'amount' : 'percent');
  // As it is typed: "7," is no number yet.
  const [typed, setTyped] = useState<number | string>((value.discountPercent ?? value.discount) || '');
  const field = { label: t('till.screen.discount'), selectAllOnFocus: true, 'data-autofocus': isFirst || undefined };

  function change(next: number | string, nextUnit = unit): void {
    setTyped(next);
    const given = Number(next);
    const percent = nextUnit === 'percent' && given > 0 ? given : null;
    onChange(
      nextUnit === 'amount'
        ? { discount: given, discountPercent: null }
        : { discount: eurosOf(percentCents(of, given)), discountPercent: percent },
    );
  }

  function changeUnit(next: 'amount' | 'percent'): void {
    setUnit(next);
    // The amount of a share stays; an amount is seldom a round share.
    change(next === 'amount' ? value.discount || '' : '', next);
  }

  return (
    <div className={classes.discount}>
      {unit === 'amount' ? (
        <AmountInput
          {...field}
          value={typed}
          onChange={(next) => change(next)}
          error={Number(typed) > eurosOf(of) && t('till.discountTooLarge')}
        />
      ) : (
        <NumberInput
          {...field}
          suffix=" %"
          hideControls
          min={0}
          max={100}
          clampBehavior="strict"
          decimalScale={2}
          allowedDecimalSeparators={[',', '.']}
          value={typed}
          onChange={(next) => change(next)}
        />
      )}
      <SegmentedControl
        aria-label={t('till.screen.discountUnit')}
        value={unit}
        onChange={(next) => changeUnit(next === 'percent' ? 'percent' : 'amount')}
        data={[
          { value: 'amount', label: '€' },
          { value: 'percent', label: '%' },
        ]}
      />
    </div>
  );
}
