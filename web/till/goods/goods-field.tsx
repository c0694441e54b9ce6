// The search field of the till: words, or a barcode that a scanner types. `3*` before either takes three of it.
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Goods, tills } from '#contract/till/tills.ts';
import { call, query } from '#web/lib/client/client.ts';
import { minuteOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { RemoteCombobox } from '#web/lib/ui/form/remote-combobox.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './goods.module.css';
import { readQuantity } from './read-quantity.ts';

const debounceMs = 200;

interface Props {
  registerId: string;
  ref: RefObject<HTMLInputElement | null>;
  onAdd(goods: Goods, quantity: number): void;
  /** A key in the empty field; true if it was used. */
  onKey(event: KeyboardEvent): boolean;
}

export function GoodsField({ registerId, ref, onAdd, onKey }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [text, setText] = useState('');
  // A scanner may type the next code while the first one is looked up.
  const looking = useRef(Promise.resolve());
  const find = (words: string) => query(tills.find, { registerId, words: readQuantity(words).words });

  function add(goods: Goods, quantity: number): void {
    onAdd(goods, quantity);
    setText('');
  }

  async function lookUp(typed: string): Promise<void> {
    const { words, quantity } = readQuantity(typed);
    try {
      const found = await call(tills.find, { registerId, words }, { handlesErrors: [0] });
      cache.setQueryData(find(words).queryKey, found);
      const [only] = found;
      if (only && found.length === 1) return onAdd(only, quantity);
      setText((now) => now || typed);
      if (found.length === 0) toast('warning', t('app.nothingFound', { words }));
      else toast('info', t('till.screen.severalFound', { words }));
    } catch {
      setText((now) => now || typed);
      toast('danger', t('till.screen.notLookedUp', { words }));
    }
  }

  return (
    <div
      className={classes.field}
      onKeyDownCapture={(event) => {
        if (text !== '' || !onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <RemoteCombobox
        field={{
          ref,
          'aria-label': t('till.screen.search'),
          placeholder: t('till.screen.search'),
          size: 'md',
          maxLength: 100,
          'data-autofocus': true,
        }}
        value={text}
        onChange={setText}
        find={find}
        optionsOf={(found) => found}
        debounceMs={debounceMs}
        listLabel={t('till.screen.found')}
        renderOption={(goods) => <FoundGoods goods={goods} />}
        onChoose={(goods) => add(goods, readQuantity(text).quantity)}
        onEnter={() => {
          const typed = text.trim();
          if (!readQuantity(typed).words) return;
          setText('');
          looking.current = looking.current.then(() => lookUp(typed));
        }}
        empty={(words, isError) => (isError ? t('static.notLoaded') : t('app.nothingFound', { words }))}
      />
    </div>
  );
}

function FoundGoods({ goods: { kind, name, note, price, start, timeZone } }: { goods: Goods }) {
  const { t } = useTranslation();
  const when = start && timeZone ? minuteOf(start, timeZone) : '';
  return (
    <span className={classes.option}>
      <span>
        {name}
        <span className={classes.note}>{[t(`till.screen.kind.${kind}`), note, when].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="figures">{formatEuro(price)}</span>
    </span>
  );
}
