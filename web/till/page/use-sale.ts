// The acts of a person on the open basket of a register.
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eurosOf } from '#contract/lib/money.ts';
import type { BasketLine, Goods, TillState } from '#contract/till/tills.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type BasketContent, basketTotal, withGoods, withQuantity } from '../basket/basket.ts';
import type { DraftBasket } from '../basket/basket-store.ts';
import { useBaskets } from '../basket/use-baskets.ts';

/** The open dialog. The sale that is paid stays the same while it is. */
export type OpenDialog =
  | { kind: 'line'; index: number }
  | { kind: 'newLine' | 'discount' | 'customer' }
  | { kind: 'pay'; sale: DraftBasket };

/** `field` is the search field, which has the focus again after each act. */
export function useSale(till: TillState, field: RefObject<HTMLInputElement | null>) {
  const { t } = useTranslation();
  const { baskets, current, currentId, isWaiting, store } = useBaskets(till.id, till.baskets);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [chosen, setChosen] = useState(-1);
  /** For screen readers. */
  const [announcement, announce] = useState('');
  const { lines } = current;
  const selected = chosen >= 0 && chosen < lines.length ? chosen : lines.length - 1;
  // On a touch screen the focus would open its keyboard; what a scanner types takes the focus itself.
  const focusField = () => matchMedia('(pointer: coarse)').matches || field.current?.focus();

  function change(content: Partial<BasketContent>): void {
    store.change((basket) => ({ ...basket, ...content }));
    focusField();
  }

  function add(goods: readonly Goods[], quantity = 1): void {
    let index = -1;
    store.change((basket) =>
      goods.reduce((all, one) => {
        const added = withGoods(all, one, quantity);
        index = added.index;
        return added.basket;
      }, basket),
    );
    setChosen(index);
    const total = formatFullEuro(eurosOf(basketTotal(store.current)));
    announce(t('till.screen.added', { name: goods.map(({ name }) => name).join(', '), total }));
    focusField();
  }

  const changeLine = (index: number, line: BasketLine) => change({ lines: store.current.lines.with(index, line) });

  function removeLine(index: number): void {
    const [line, basketId] = [lines[index], currentId];
    if (!line) return;
    change({ lines: lines.toSpliced(index, 1) });
    offerUndo(t('till.screen.removed', { name: line.name ?? '' }), () => {
      store.open(basketId);
      change({ lines: store.current.lines.toSpliced(index, 0, line) });
    });
  }

  /** One more or one less of the selected line; less than one removes it. */
  function step(by: number): void {
    const line = lines[selected];
    if (!line) return;
    if (line.quantity + by > 0) changeLine(selected, withQuantity(line, line.quantity + by));
    else removeLine(selected);
  }

  function discard(): void {
    const { contactId, customer, discount, discountPercent } = current;
    store.discard(currentId);
    offerUndo(t('till.screen.discarded'), () => {
      store.begin({ contactId, customer, lines, discount, discountPercent });
      focusField();
    });
    focusField();
  }

  function offerUndo(message: string, run: () => void): void {
    toast('info', message, { label: t('grid.undo'), run });
  }

  /** A basket without lines is neither paid nor discounted. */
  const openFilled = (next: OpenDialog) => lines.length > 0 && setDialog(next);

  return {
    ...{ baskets, current, currentId, isWaiting, store, selected, announcement, dialog, focusField },
    ...{ change, add, changeLine, removeLine, step, discard },
    select: (index: number) => setChosen(Math.max(0, index)),
    open: setDialog,
    pay: () => openFilled({ kind: 'pay', sale: current }),
    openDiscount: () => openFilled({ kind: 'discount' }),
    close() {
      setDialog(undefined);
      // After the dialog has given the focus back.
      setTimeout(focusField);
    },
  };
}

export type Sale = ReturnType<typeof useSale>;
