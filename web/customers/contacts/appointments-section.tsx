// The coming and past visits of a customer.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactVisit } from '#contract/booking/visit-rows.ts';
import { endedStatuses } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { query } from '#web/lib/client/client.ts';
import { dateIn, instantOf, now, shortDay, timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './contacts.module.css';

/** Draws what was paid for a visit, and the buttons that record a payment and give it back. */
export type DrawPayment = (visit: Pick<ContactVisit, 'id' | 'status' | 'paid'>, name: string) => ReactNode;

/** Marks the visit that the address names. */
export function AppointmentsSection({
  contact,
  visitId,
  payment,
}: {
  contact: { id: string; name: string };
  visitId: string | undefined;
  payment: DrawPayment;
}) {
  const { t } = useTranslation();
  const read = useQuery(query(visits.getOfContact, { contactId: contact.id }));
  const pay = (visit: ContactVisit) => payment(visit, contact.name);
  return (
    <Section id="customer-visits" title={t('customers.visits')}>
      {read.isPending && <Skeleton height={160} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && <Appointments appointments={read.data} visitId={visitId} pay={pay} />}
    </Section>
  );
}

interface Shown {
  appointments: readonly ContactVisit[];
  visitId: string | undefined;
  pay(visit: ContactVisit): ReactNode;
}

/** Past visits shown at first. */
const initialPast = 6;

function Appointments({ appointments, visitId, pay }: Shown) {
  const { t } = useTranslation();
  const [showsAll, showAll] = useState(false);
  const isComing = ({ end, status }: ContactVisit) =>
    !endedStatuses.includes(status) && Temporal.Instant.compare(instantOf(end), now()) > 0;
  const coming = appointments.filter(isComing).toReversed();
  const past = appointments.filter((one) => !isComing(one));
  // The whole history would push the notes of the customer off a phone.
  const isLong = past.slice(initialPast).every(({ id }) => id !== visitId);
  const shownPast = isLong && !showsAll ? past.slice(0, initialPast) : past;
  if (appointments.length === 0) return <p className={classes.quiet}>{t('customers.noVisits')}</p>;
  return (
    <>
      <h3 className={classes.heading}>{t('customers.coming')}</h3>
      {coming.length === 0 && <p className={classes.quiet}>{t('customers.noComing')}</p>}
      <AppointmentList appointments={coming} visitId={visitId} pay={pay} />
      {past.length > 0 && <h3 className={classes.heading}>{t('customers.history')}</h3>}
      <AppointmentList appointments={shownPast} visitId={visitId} pay={pay} />
      {shownPast.length < past.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => showAll(true)}>
          {t('customers.allMessages')}
        </Button>
      )}
    </>
  );
}

function AppointmentList({ appointments, visitId, pay }: Shown) {
  return (
    <ul className={classes.list}>
      {appointments.map((one) => (
        <Appointment key={one.id} appointment={one} isMarked={one.id === visitId} pay={pay} />
      ))}
    </ul>
  );
}

/** The time is that of the place; a past visit shows its state only when it did not take place as booked. */
function Appointment({
  appointment,
  isMarked,
  pay,
}: { appointment: ContactVisit; isMarked: boolean } & Pick<Shown, 'pay'>) {
  const { t } = useTranslation();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  const {
    start,
    timeZone,
    status,
    services,
    price,
    person,
    locationName,
    calendarId,
    eventId,
    paid,
    isPayable,
    endReason,
  } = appointment;
  const isEnded = endedStatuses.includes(status);
  const when = `${shortDay(start, timeZone)}, ${timeOf(start, timeZone)}`;
  const what = services.join(', ') || t('customers.visit');
  return (
    <li ref={item} data-quiet={isEnded || undefined} aria-current={isMarked || undefined}>
      <span className={classes.line}>
        {isEnded ? (
          <span>{what}</span>
        ) : (
          <Link
            to="/app/user/calendars"
            search={{ event: eventId, date: dateIn(start, timeZone).toString(), calendar: calendarId }}
          >
            {what}
          </Link>
        )}
        {price !== null && price > 0 && <span className="figures">{formatEuro(price)}</span>}
      </span>
      <span className={classes.more}>
        {[when, person, locationName, status !== 'confirmed' && status !== 'completed' && t(stateKey(appointment))]
          .filter(Boolean)
          .join(' · ')}
        {endReason && <> · {t('visits.reasonGiven', { reason: endReason })}</>}
      </span>
      {(isPayable || paid > 0) && <div className={classes.pay}>{pay(appointment)}</div>}
    </li>
  );
}

/** Says who cancelled, and whether too late. */
function stateKey({ status, endedBy, isLate }: ContactVisit): MessageKey {
  if (status !== 'cancelled' || endedBy === null || endedBy === 'system') return `visits.status.${status}`;
  if (endedBy === 'staff') return 'visits.cancelledByStaff';
  return isLate ? 'visits.cancelledLate' : 'visits.cancelledByCustomer';
}
