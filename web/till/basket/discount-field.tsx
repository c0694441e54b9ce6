// A discount: an amount, or a share of what it is taken off.
import { NumberInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eurosOf } from '#contract/lib/money.ts';
import { AmountInput } from '#web/lib/ui/form/amount-input.tsx';
import classes from './basket.module.css';

interface Props {
  /** The amount that it is taken off (cents). */
  of: number;
  /** Euros. */
  value: number | string;
  onChange(discount: number | string): void;
  isFirst?: boolean;
}

export function DiscountField({ of, value, onChange, isFirst = false }: Props) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState<'amount' | 'percent'>('amount');
  const [percent, setPercent] = useState<number | string>('');
  const field = { label: t('till.screen.discount'), selectAllOnFocus: true, 'data-autofocus': isFirst || undefined };
  return (
    <div className={classes.discount}>
      {unit === 'amount' ? (
        <AmountInput
          {...field}
          value={value}
          onChange={onChange}
          error={Number(value) > eurosOf(of) && t('till.discountTooLarge')}
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
          value={percent}
          onChange={(share) => {
            setPercent(share);
            onChange(eurosOf(Math.round((of * Number(share)) / 100)));
          }}
        />
      )}
      <SegmentedControl
        aria-label={t('till.screen.discountUnit')}
        value={unit}
        onChange={(next) => setUnit(next === 'percent' ? 'percent' : 'amount')}
        data={[
          { value: 'amount', label: '€' },
          { value: 'percent', label: '%' },
        ]}
      />
    </div>
  );
}
