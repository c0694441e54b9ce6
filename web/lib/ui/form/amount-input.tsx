// A field for an amount of money. A comma and a point both begin the cents, whichever the language writes. None of it
// waits for a timer: on a busy machine keys come before timers, and 100,50 would become another amount.
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { euroInput } from '#web/lib/money.ts';

export function AmountInput(props: NumberInputProps) {
  const { ref, selectAllOnFocus = false, onFocus, onInput, onBlur, onMouseUp, ...others } = props;
  const field = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const isSelected = useRef(false);
  // The library would select by a timer, between two keys.
  function select(): void {
    if (!selectAllOnFocus) return;
    field.current?.select();
    isSelected.current = true;
  }
  // React tells no handler of the focus that a field begins with.
  const selectAtFirst = useRef(select);
  useLayoutEffect(() => {
    if (document.activeElement === field.current) selectAtFirst.current();
  }, []);
  return (
    <NumberInput
      ref={useMergedRef(field, ref)}
      {...euroInput()}
      allowedDecimalSeparators={[',', '.']}
      allowNegative={false}
      // Only of the finished amount: over cents that are there already, the library moves the caret by timers.
      fixedDecimalScale={!isTyping}
      hideControls
      max={1e6}
      classNames={{ input: 'figures' }}
      onFocus={(event) => {
        select();
        onFocus?.(event);
      }}
      onInput={(event) => {
        setTyping(true);
        onInput?.(event);
      }}
      onBlur={(event) => {
        setTyping(false);
        isSelected.current = false;
        onBlur?.(event);
      }}
      onMouseUp={(event) => {
        // The end of the click that gave the focus would take the selection away; the next one places the caret.
        if (isSelected.current) event.preventDefault();
        isSelected.current = false;
        onMouseUp?.(event);
      }}
      {...others}
    />
  );
}
