// The open basket with its customer, its total and the button that takes its payment.
import { Alert, Button } from '@mantine/core';
import { IconPercentage, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { eurosOf } from '#contract/lib/money.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { basketTotal, discountWords } from '../basket/basket.ts';
import { BasketLines } from '../basket/basket-lines.tsx';
import { BasketTabs } from '../basket/basket-tabs.tsx';
import { CustomerField } from '../basket/customer-field.tsx';
import classes from './till.module.css';
import type { Sale } from './use-sale.ts';

export function BasketPanel({ sale }: { sale: Sale }) {
  const { t } = useTranslation();
  const { baskets, current, currentId, store, focusField } = sale;
  return (
    <section className={classes.basket} aria-label={t('till.screen.basket')}>
      <BasketTabs {...{ baskets, currentId, store }} onDone={focusField} />
      {sale.isWaiting && (
        <Alert color="orange" variant="light" role="status" className={classes.waiting}>
          {t('till.screen.notStoredYet')}
        </Alert>
      )}
      <div className={classes.customerRow}>
        <CustomerField {...current} onOpen={() => sale.open({ kind: 'customer' })} onChange={sale.change} />
      </div>
      <div className={classes.scroll}>
        <BasketLines
          lines={current.lines}
          selected={sale.selected}
          acts={{
            change: sale.changeLine,
            remove: sale.removeLine,
            edit(index) {
              sale.select(index);
              sale.open({ kind: 'line', index });
            },
          }}
        />
      </div>
      <BasketFoot sale={sale} />
    </section>
  );
}

function BasketFoot({ sale }: { sale: Sale }) {
  const { t } = useTranslation();
  const { lines, contactId, discount, discountPercent } = sale.current;
  const isEmpty = lines.length === 0;
  return (
    <div className={classes.foot} data-bottom-bar>
      <div className={classes.footTools}>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPercentage size={16} stroke={1.75} aria-hidden="true" />}
          disabled={isEmpty}
          onClick={sale.openDiscount}
        >
          {discount > 0 || discountPercent !== null
            ? t('till.screen.discountIs', { amount: discountWords(sale.current) })
            : t('till.screen.discount')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
          disabled={isEmpty && contactId === null && sale.baskets.length < 2}
          onClick={sale.discard}
        >
          {t('till.screen.discard')}
        </Button>
      </div>
      <p className={classes.total}>
        <span>{t('till.screen.total')}</span>
        <strong className="figures">{formatFullEuro(eurosOf(basketTotal(sale.current)))}</strong>
      </p>
      <Button fullWidth size="lg" disabled={isEmpty} onClick={sale.pay}>
        {t('till.screen.pay')}
      </Button>
    </div>
  );
}
