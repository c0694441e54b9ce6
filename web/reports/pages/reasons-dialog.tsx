// The estimates, visits and receipts behind the incomes of a day.
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type IncomeReasons, incomes, reasonsPerPage } from '#contract/reports/incomes.ts';
import { call } from '#web/lib/client/client.ts';
import { formatCount } from '#web/lib/count.ts';
import { plainDay, timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './report.module.css';
import type { ReportSearch } from './report-search.ts';

interface Props {
  day: string;
  /** The location and person to which the figure is narrowed. */
  scope?: Pick<ReportSearch, 'location' | 'person'>;
  onClose(): void;
}

export function ReasonsDialog({ day, scope: { location: locationId, person: userId } = {}, onClose }: Props) {
  const { t } = useTranslation();
  const read = useInfiniteQuery({
    queryKey: [incomes.getReasons.path, { date: day, locationId, userId }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(incomes.getReasons, { date: day, locationId, userId, pageNr: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ visitCount, receiptCount }, pages) =>
      Math.max(visitCount, receiptCount) > pages.length * reasonsPerPage ? pages.length + 1 : undefined,
    staleTime: 0,
  });
  return (
    <Dialog
      size="lg"
      title={plainDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
      onClose={onClose}
    >
      {read.isPending && <Skeleton height={200} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && <Reasons day={day} reasons={joined(read.data.pages)} />}
      {read.hasNextPage && (
        <Button variant="default" mt="md" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          {t('incomes.moreReasons')}
        </Button>
      )}
    </Dialog>
  );
}

/** All pages as one. */
function joined([first, ...others]: readonly IncomeReasons[]): IncomeReasons {
  const none = { visitCount: 0, receiptCount: 0, estimates: [], visits: [], receipts: [] };
  const { visits, receipts, ...totals } = first ?? none;
  return {
    ...totals,
    visits: [...visits, ...others.flatMap((page) => page.visits)],
    receipts: [...receipts, ...others.flatMap((page) => page.receipts)],
  };
}

/** `Visits of the day (200 / 412)` where not all are shown. */
function titleOf(title: string, shown: number, count: number): string {
  return shown < count ? `${title} (${formatCount(shown)} / ${formatCount(count)})` : title;
}

function Reasons({ day, reasons }: { day: string; reasons: IncomeReasons }) {
  const { t } = useTranslation();
  const { estimates, visits, visitCount, receipts, receiptCount } = reasons;
  return (
    <>
      {estimates.length > 0 && (
        <>
          <h3 className={classes.reasonsTitle}>{t('incomes.estimatesOfDay')}</h3>
          <ul className={classes.reasons}>
            {estimates.map(({ location, person, estimated }) => (
              <li key={`${location} ${person}`}>
                <span>{[person, location].filter(Boolean).join(' · ') || t('incomes.ofCompany')}</span>
                <span className="figures">{formatEuro(estimated)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={classes.reasonsTitle}>{titleOf(t('incomes.visitsOfDay'), visits.length, visitCount)}</h3>
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
      <h3 className={classes.reasonsTitle}>{titleOf(t('incomes.receiptsOfDay'), receipts.length, receiptCount)}</h3>
      {receipts.length === 0 && <p className={classes.quiet}>{t('incomes.noReceipts')}</p>}
      <ul className={classes.reasons}>
        {receipts.map(
          ({ id, contactId, methods, register, number, amount, name, service, person, location }, index) => (
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
                  {[
                    amount < 0
                      ? t('incomes.refund')
                      : methods.map((method) => t(`receipts.method.${method}`)).join(', '),
                    service,
                    person,
                    location,
                    register && `${register} ${number}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="figures">{formatEuro(amount)}</span>
            </li>
          ),
        )}
      </ul>
    </>
  );
}
