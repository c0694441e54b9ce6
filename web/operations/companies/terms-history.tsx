// All terms of a company, the latest first.
import { useTranslation } from 'react-i18next';
import type { TermsHistory } from '#contract/balance/terms.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { dayRange, plainDay } from '#web/lib/dates.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import { Mark } from '#web/lib/grid/mark.tsx';
import { formatEuro } from '#web/lib/money.ts';
import classes from './terms-history.module.css';

type Dated = TermsHistory['terms'][number];

export function TermsHistoryTable({ history: { today, terms } }: { history: TermsHistory }) {
  const { t } = useTranslation();
  const label = (field: keyof Dated) => fieldLabel(systemCompanies as never, field);
  return (
    <section className={classes.history} aria-labelledby="terms-history">
      <h3 id="terms-history" className={classes.title}>
        {t('list.companies.terms.history')}
      </h3>
      <ul className={classes.list}>
        {terms.map((one) => (
          <li key={one.id} className={classes.item}>
            <div className={classes.head}>
              <strong className="figures">{daysOf(one)}</strong>
              <When terms={one} today={today} />
            </div>
            <dl className={classes.facts}>
              <Fact name={label('monthlyCost')} value={formatEuro(one.monthlyCost)} />
              <Fact name={label('smsCost')} value={formatEuro(one.smsCost, 4)} />
              {one.discountPercentage > 0 && (
                <Fact
                  name={t('list.companies.terms.discountLabel')}
                  value={t('list.companies.terms.discount', {
                    percent: one.discountPercentage,
                    months: one.discountMonths,
                  })}
                />
              )}
              <Fact name={label('maxUsers')} value={withExtra(one.maxUsers, one.extraUserCost)} />
              <Fact name={label('maxLocations')} value={withExtra(one.maxLocations, one.extraLocationCost)} />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );

  function daysOf({ from, until }: Dated): string {
    const day = (date: string) => plainDay(date, { day: 'numeric', month: 'short', year: 'numeric' });
    if (from === null && until === null) return t('list.companies.terms.always');
    if (from === null) return t('list.companies.terms.till', { until: day(until ?? '') });
    if (until === null) return t('list.companies.terms.since', { from: day(from) });
    return dayRange(from, until);
  }
}

function When({ terms: { from, until }, today }: { terms: Dated; today: string }) {
  const { t } = useTranslation();
  if (from !== null && from > today) return <Mark colour="blue">{t('list.companies.terms.planned')}</Mark>;
  if (until !== null && until < today) return <Mark colour="inverse">{t('list.companies.terms.over')}</Mark>;
  return <Mark colour="green">{t('list.companies.terms.now')}</Mark>;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}

/** `10, then €5`: the maximum, and the price of each beyond it. */
function withExtra(max: number, cost: number | null): string {
  return cost === null ? String(max) : `${max} (+ ${formatEuro(cost)})`;
}
