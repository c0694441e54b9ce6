// The keys of the till: in its empty search field they change the basket, and function keys work everywhere.
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#web/lib/ui/key-help.ts';
import type { Sale } from './use-sale.ts';

/** Returns the handler of keys in the empty search field; true if it used the key. */
export function useSaleKeys(sale: Sale, field: RefObject<HTMLInputElement | null>): (event: KeyboardEvent) => boolean {
  const onPageKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (isDialogOpen() || hasModifier(event)) return;
    if (actByFunctionKey(sale, event.key)) {
      event.preventDefault();
      return;
    }
    // The digits of a scanner belong into the field, also while a button has the focus.
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (!isTyping && event.key.length === 1 && event.key !== ' ' && event.key !== '?') field.current?.focus();
  });
  const focusFirst = useEffectEvent(() => sale.focusField());
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => onPageKey(event);
    document.addEventListener('keydown', onKey);
    focusFirst();
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (event) => !hasModifier(event) && actByFieldKey(sale, event.key);
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>) =>
  altKey || ctrlKey || metaKey;

function actByFunctionKey(sale: Sale, key: string): boolean {
  if (key === 'F2') sale.pay();
  else if (key === 'F4') sale.store.begin();
  else if (key === 'F8') sale.open({ kind: 'customer' });
  else if (key === 'F9') sale.openDiscount();
  else return false;
  return true;
}

function actByFieldKey(sale: Sale, key: string): boolean {
  if (sale.current.lines.length === 0) return false;
  if (key === 'Enter') sale.pay();
  else if (key === 'ArrowUp') sale.select(sale.selected - 1);
  else if (key === 'ArrowDown') sale.select(sale.selected + 1);
  else if (key === 'Delete') sale.removeLine(sale.selected);
  else if (key === '+') sale.step(1);
  else if (key === '-') sale.step(-1);
  else return false;
  return true;
}
