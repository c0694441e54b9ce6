// A field for an amount of money. A comma and a point both begin the cents, whichever the language writes. None of it
// waits for a timer: on a busy machine keys come before timers, and 100,50 would become another amount.
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { euroInput } from '#web/lib/money.ts';

export function AmountInput({ ref, selectAllOnFocus = false, onFocus, onBlur, onMouseUp, ...props }: NumberInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  /** The whole amount is to stay selected while it is written without cents. */
  const isWhole = useRef(false);
  const isClicked = useRef(false);
  // React tells no handler of the focus that a field begins with.
  useLayoutEffect(() => {
    if (document.activeElement !== field.current) return;
    isWhole.current = selectAllOnFocus;
    setFocused(true);
  }, [selectAllOnFocus]);
  // The library would select by a timer, between two keys.
  useLayoutEffect(() => {
    if (isFocused && isWhole.current) field.current?.select();
  }, [isFocused]);
  return (
    <NumberInput
      ref={useMergedRef(field, ref)}
      {...euroInput()}
      allowedDecimalSeparators={[',', '.']}
      allowNegative={false}
      // Only of the finished amount: over cents that are there already, the library moves the caret by timers.
      fixedDecimalScale={!isFocused}
      hideControls
      max={1e6}
      classNames={{ input: 'figures' }}
      onFocus={(event) => {
        const { selectionStart, selectionEnd, value } = event.currentTarget;
        isWhole.current = selectAllOnFocus || (selectionStart === 0 && selectionEnd === value.length);
        isClicked.current = selectAllOnFocus;
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
      onMouseUp={(event) => {
        // The end of the click that gave the focus would take the selection away; the next one places the caret.
        if (isClicked.current) event.preventDefault();
        isClicked.current = false;
        onMouseUp?.(event);
      }}
      {...props}
    />
  );
}
