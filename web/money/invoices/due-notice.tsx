// Says above the invoices how much is to be paid, and shows those invoices at a tap.
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { query } from '#web/lib/client/client.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { parseFilters, readGridSearch, withFilter } from '#web/lib/grid/grid-search.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './invoices.module.css';

/** Before the first invoice of any installation. */
const beginning = '2000-01-01';

/** Of invoices to be paid, those that were due first come first: the overdue ones. */
const dueFirst = 'DueDate';

export function DueNotice({ list }: { list: typeof companyInvoices | typeof systemInvoices }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { only } = readGridSearch(useSearch({ strict: false }));
  const { data } = useQuery(query(list.operations.getDue, {}));
  const isShown = parseFilters(only).paid === 'false';
  if (!data || (data.count === 0 && !isShown)) return null;
  const { count, amount, overdueCount, overdueAmount } = data;
  const show = () => {
    const to = Temporal.Now.plainDateISO(visitorZone()).toString();
    const due = { only: withFilter(only, 'paid', 'false'), from: beginning, to, order: dueFirst, page: undefined };
    const all = { only: withFilter(only, 'paid', undefined), from: undefined, to: undefined, order: undefined };
    // Every list route reads its search as GridSearch.
    void navigate({ to: '.', search: ((now: object) => ({ ...now, ...(isShown ? all : due) })) as never });
  };
  return (
    <Alert color={overdueCount > 0 ? 'red' : 'blue'} variant="light" mb="md" role="status">
      <div className={classes.due}>
        <p>
          {overdueCount > 0 && (
            <strong>
              {t('list.invoices.due.overdue', { count: overdueCount, amount: formatEuro(overdueAmount) })}{' '}
            </strong>
          )}
          {count > 0
            ? t('list.invoices.due.toPay', { count, amount: formatEuro(amount) })
            : t('list.invoices.due.nothing')}
        </p>
        <Button variant="default" size="sm" onClick={show}>
          {t(isShown ? 'list.invoices.due.showAll' : 'list.invoices.due.show')}
        </Button>
      </div>
    </Alert>
  );
}
