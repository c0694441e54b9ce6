// The open baskets of a register: one of them is shown, the others wait.
import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { eurosOf } from '#contract/lib/money.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './basket.module.css';
import { basketTotal } from './basket.ts';
import type { BasketStore, DraftBasket } from './basket-store.ts';

interface Props {
  baskets: readonly DraftBasket[];
  currentId: string;
  store: BasketStore;
  /** After each act. */
  onDone(): void;
}

export function BasketTabs({ baskets, currentId, store, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('till.screen.baskets')}>
      {baskets.map((basket, index) => (
        <button
          key={basket.id}
          type="button"
          className={classes.tab}
          aria-current={basket.id === currentId || undefined}
          onClick={() => {
            store.open(basket.id);
            onDone();
          }}
        >
          <span className={classes.tabName}>
            {basket.customer || t('till.screen.basketNumber', { number: index + 1 })}
          </span>
          <span className="figures">{formatEuro(eurosOf(basketTotal(basket)))}</span>
        </button>
      ))}
      <ActionIcon
        variant="default"
        size={40}
        aria-label={t('till.screen.newBasket')}
        onClick={() => {
          store.begin();
          onDone();
        }}
      >
        <IconPlus size={18} stroke={1.75} />
      </ActionIcon>
    </nav>
  );
}
