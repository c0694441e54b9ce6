// A field for an amount of money. A comma and a point both begin the cents, whichever the language writes. None of it
// waits for a timer: on a busy machine keys come before timers, and 100,50 would become another amount.
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { euroInput } from '#web/lib/money.ts';

interface Props extends NumberInputProps {
  value?: number | string | undefined;
}

export function AmountInput({ ref, value = '', selectAllOnFocus = false, ...props }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const isClicked = useRef(false);
  const { onInput, onBlur, onMouseUp } = props;
  // React tells no handler of the focus that a field begins with.
  useLayoutEffect(() => {
    if (selectAllOnFocus && document.activeElement === field.current) field.current?.select();
  }, [selectAllOnFocus]);
  return (
    <NumberInput
      {...euroInput()}
      allowedDecimalSeparators={[',', '.']}
      allowNegative={false}
      hideControls
      max={1e6}
      classNames={{ input: 'figures' }}
      {...props}
      ref={useMergedRef(field, ref)}
      // All cents only of the finished amount: where they are there already, the library moves the caret by timers. It
      // is not written differently at the focus, which would take the selection away.
      value={isTyping ? value : withCents(value)}
      // The library selects, and calls `onFocus`, by a timer: it may come between two keys.
      onFocusCapture={({ currentTarget }) => {
        if (selectAllOnFocus) currentTarget.select();
        isClicked.current = selectAllOnFocus;
      }}
      onInput={(event) => {
        setTyping(true);
        onInput?.(event);
      }}
      onBlur={(event) => {
        setTyping(false);
        onBlur?.(event);
      }}
      onMouseUp={(event) => {
        // The end of the click that gave the focus would take the selection away; the next one places the caret.
        if (isClicked.current) event.preventDefault();
        isClicked.current = false;
        onMouseUp?.(event);
      }}
    />
  );
}

function withCents(value: number | string): number | string {
  const amount = Number(value);
  return value === '' || Number.isNaN(amount) ? value : amount.toFixed(2);
}
