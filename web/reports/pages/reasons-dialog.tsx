// The visits and receipts behind the incomes of a day.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type IncomeReasons, incomes } from '#contract/reports/incomes.ts';
import { query } from '#web/lib/client/client.ts';
import { plainDay, timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Dialog } from '#web/lib/ui/dialog.tsx';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import classes from './report.module.css';

export function ReasonsDialog({ day, onClose }: { day: string; onClose(): void }) {
  const read = useQuery({ ...query(incomes.getReasons, { date: day }), staleTime: 0 });
  return (
    <Dialog
      size="lg"
      title={plainDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
      onClose={onClose}
    >
      {read.isPending && <Skeleton height={200} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && <Reasons day={day} reasons={read.data} />}
    </Dialog>
  );
}

function Reasons({ day, reasons }: { day: string; reasons: IncomeReasons }) {
  const { t } = useTranslation();
  const { visits, receipts } = reasons;
  return (
    <>
      <h3 className={classes.reasonsTitle}>{t('incomes.visitsOfDay')}</h3>
      {visits.length === 0 && <p className={classes.quiet}>{t('incomes.noVisits')}</p>}
      <ul className={classes.reasons}>
        {visits.map(({ id, eventId, calendarId, start, timeZone, status, name, service, price, person, location }) => (
          <li key={eventId + id}>
            <span>
              <Link to="/app/user/calendars" search={{ event: eventId, date: day, calendar: calendarId }}>
                {name || service}
              </Link>
              <span className={classes.more}>
                {[timeOf(start, timeZone), service, person, location, t(`visits.status.${status}`)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="figures">{formatEuro(price)}</span>
          </li>
        ))}
      </ul>
      <h3 className={classes.reasonsTitle}>{t('incomes.receiptsOfDay')}</h3>
      {receipts.length === 0 && <p className={classes.quiet}>{t('incomes.noReceipts')}</p>}
      <ul className={classes.reasons}>
        {receipts.map(({ id, contactId, method, amount, name, service, person, location }, index) => (
          // A receipt has a line for each service.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <li key={`${id} ${index}`}>
            <span>
              {contactId ? (
                <Link to="/app/company/contacts/$id" params={{ id: contactId }}>
                  {name || service}
                </Link>
              ) : (
                name || service
              )}
              <span className={classes.more}>
                {[amount < 0 ? t('incomes.refund') : t(`receipts.method.${method}`), service, person, location]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="figures">{formatEuro(amount)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
