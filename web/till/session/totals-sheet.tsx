// The figures of a session: those of an X and of a Z.
import { useTranslation } from 'react-i18next';
import type { TillTotals } from '#contract/till/tills.ts';
import { formatCount } from '#web/lib/count.ts';
import { timeOf } from '#web/lib/dates.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { TillFigures } from '../figures/figures.tsx';
import { VatFigures } from '../figures/vat-figures.tsx';
import classes from './session.module.css';

interface Props {
  totals: TillTotals;
  timeZone: string;
}

export function TotalsSheet({ totals, timeZone }: Props) {
  const { t } = useTranslation();
  const { sales, refunds, firstNumber, lastNumber, payments, vat, kinds, moves, missingDeviceNumbers } = totals;
  const numbers = firstNumber === null ? '–' : `${firstNumber} – ${lastNumber ?? firstNumber}`;
  return (
    <>
      {missingDeviceNumbers.length > 0 && (
        <p className={classes.missing}>
          {t('till.screen.missingNumbers', { numbers: missingDeviceNumbers.join(', ') })}
        </p>
      )}
      <TillFigures
        title={t('till.screen.salesAndRefunds')}
        rows={[
          { name: t('till.screen.salesCount'), amount: String(sales) },
          { name: t('till.screen.refundsCount'), amount: String(refunds) },
          { name: t('till.screen.numbers'), amount: numbers },
          ...kinds.map(({ kind, quantity, amount }) => ({
            name: t(`till.screen.kinds.${kind}`),
            note: kind === 'discount' ? '' : t('till.screen.pieces', { pieces: formatCount(quantity) }),
            amount,
          })),
        ]}
        total={{ name: t('till.screen.total'), amount: totals.amount }}
      />
      <TillFigures
        title={t('till.screen.payments')}
        rows={payments.map(({ method, received, paidOut, amount }) => ({
          name: t(`receipts.method.${method}`),
          note:
            paidOut > 0
              ? t('till.screen.receivedPaidOut', { received: formatFullEuro(received), out: formatFullEuro(paidOut) })
              : '',
          amount,
        }))}
      />
      <VatFigures rows={vat} />
      <TillFigures
        title={t('till.screen.cashInDrawer')}
        rows={[
          { name: t('till.screen.openingCash'), amount: totals.openingCash },
          ...moves.map(({ kind, amount, reason, at }) => ({
            name: t(`till.screen.moves.${kind}`),
            note: [timeOf(at, timeZone), reason].filter(Boolean).join(' · '),
            amount: kind === 'drawer' ? '–' : amount,
          })),
        ]}
        total={{ name: t('till.screen.expectedCash'), amount: totals.expectedCash }}
      />
    </>
  );
}
