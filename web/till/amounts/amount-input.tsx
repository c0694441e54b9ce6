// A field for an amount of money. A comma and a point both begin the cents, whichever the language writes.
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { euroInput } from '#web/lib/money.ts';

export function AmountInput(props: NumberInputProps) {
  return (
    <NumberInput
      {...euroInput()}
      allowedDecimalSeparators={[',', '.']}
      allowNegative={false}
      fixedDecimalScale
      hideControls
      max={1e6}
      classNames={{ input: 'figures' }}
      {...props}
    />
  );
}
