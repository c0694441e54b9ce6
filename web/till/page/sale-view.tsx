// Selling at a register: what can be sold on one side, the basket on the other.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TillState } from '#contract/till/tills.ts';
import { GoodsField } from '../goods/goods-field.tsx';
import { QuickGoods } from '../goods/quick-goods.tsx';
import { BasketPanel } from './basket-panel.tsx';
import { SaleDialogs } from './sale-dialogs.tsx';
import classes from './till.module.css';
import { useSale } from './use-sale.ts';
import { useSaleKeys } from './use-sale-keys.ts';

export function SaleView({ till }: { till: TillState }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const sale = useSale(till, field);
  const onFieldKey = useSaleKeys(sale, field);
  return (
    <div className={classes.sale}>
      <section className={classes.goods} aria-label={t('till.screen.goods')}>
        <GoodsField
          registerId={till.id}
          ref={field}
          onAdd={(goods, quantity) => sale.add([goods], quantity)}
          onKey={onFieldKey}
        />
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => sale.open({ kind: 'newLine' })}
        >
          {t('till.screen.newLine')}
        </Button>
        <QuickGoods
          registerId={till.id}
          taken={sale.baskets.flatMap(({ lines }) => lines.map(({ eventId }) => eventId))}
          onAdd={sale.add}
        />
      </section>
      <BasketPanel sale={sale} />
      <div className="unseen" role="status">
        {sale.announcement}
      </div>
      <SaleDialogs till={till} sale={sale} />
    </div>
  );
}
