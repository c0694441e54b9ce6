// The next invoice so far: its lines, and what the balance has paid of it.
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { sumOfEuros } from '#contract/lib/money.ts';
import { companyInvoices, type NextInvoice as Next } from '#contract/money/invoices.ts';
import { query } from '#web/lib/client/client.ts';
import { dayRange, plainDay } from '#web/lib/dates.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { formatPercent } from '#web/lib/percent.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './invoices.module.css';

export function NextInvoiceCard() {
  const { t } = useTranslation();
  const read = useQuery(query(companyInvoices.operations.getNext, {}));
  const { data } = read;
  if (!data) {
    return (
      <div className={classes.next}>
        <Section id="next-invoice" title={t('list.invoices.next.title')}>
          {read.isError ? <TryAgain onRetry={() => void read.refetch()} /> : <Skeleton height={160} />}
        </Section>
      </div>
    );
  }
  const period = plainDay(data.periodStart, { month: 'long', year: 'numeric' });
  return (
    <div className={classes.next}>
      <Section id="next-invoice" title={t('list.invoices.next.title')}>
        <p className={classes.lead}>{t('list.invoices.next.lead', { period })}</p>
        {data.missing.length > 0 && (
          <Alert color="orange" variant="light" mb="md">
            {t('billing.missing', { fields: data.missing.map((field) => t(`billing.${field}`)).join(', ') })}{' '}
            <Link to="/app/company/billing">{t('billing.complete')}</Link>
          </Alert>
        )}
        {!data.hasTerms && <p>{t('list.invoices.next.noTerms', { period })}</p>}
        {data.hasTerms && (data.lines.length === 0 ? <p>{t('list.invoices.next.none')}</p> : <Lines next={data} />)}
      </Section>
    </div>
  );
}

function Lines({ next }: { next: Next }) {
  const { t } = useTranslation();
  const { lines, net, vat, grandTotal, fromBalance, isReverseCharge } = next;
  const hasRates = new Set(lines.map(({ rate }) => rate)).size > 1;
  const sums = [
    { label: t('list.invoices.next.net'), amount: net },
    { label: t(isReverseCharge ? 'list.invoices.next.reverseCharge' : 'list.invoices.next.vat'), amount: vat },
    { label: t('list.invoices.next.total'), amount: grandTotal },
    ...(fromBalance > 0
      ? [
          { label: t('list.invoices.next.fromBalance'), amount: -fromBalance },
          { label: t('list.invoices.next.rest'), amount: sumOfEuros([grandTotal, -fromBalance]) },
        ]
      : []),
  ];
  return (
    <table className={classes.table}>
      <tbody>
        {lines.map(({ kind, firstDay, lastDay, quantity, discount, rate, net: amount }) => (
          <tr key={`${kind} ${firstDay}`}>
            <th scope="row">
              {t(`list.invoices.next.${kind}`, { count: quantity })}
              <span className={classes.days}>
                {dayRange(firstDay, lastDay)}
                {discount > 0 && `, ${t('list.invoices.next.discount', { percent: discount })}`}
                {hasRates && `, ${t('list.invoices.next.vat')} ${formatPercent(rate)}`}
              </span>
            </th>
            <td className="figures">{formatFullEuro(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(({ label, amount }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="figures">{formatFullEuro(amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
