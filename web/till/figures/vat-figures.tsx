// The VAT of a receipt or a session by rates.
import { useTranslation } from 'react-i18next';
import type { TillTotals } from '#contract/till/tills.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { formatPercent } from '#web/lib/percent.ts';
import { TillFigures } from './figures.tsx';

export function VatFigures({ rows }: { rows: Pick<TillTotals['vat'][number], 'rate' | 'net' | 'vat'>[] }) {
  const { t } = useTranslation();
  return (
    <TillFigures
      title={t('till.screen.vat')}
      rows={rows.map(({ rate, net, vat }) => ({
        name: rate === null ? t('till.screen.noVat') : formatPercent(rate),
        note: t('till.screen.net', { amount: formatFullEuro(net) }),
        amount: vat,
      }))}
    />
  );
}
