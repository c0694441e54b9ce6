// Requests of visitors that wait for an answer, and expired ones that staff can still take.
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitRequest } from '#contract/booking/visit-rows.ts';
import { EndVisit } from '#web/booking/calendar/event-card/end-visit.tsx';
import { useVisitMoves, type VisitEvent } from '#web/booking/calendar/events/use-visit-moves.ts';
import { requestsQuery } from '#web/booking/visits/requests.ts';
import { clocksDiffer, dateIn, dayAndTime, dayAndTimeWithin, timeOf, visitorZone, zoneCity } from '#web/lib/dates.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { PhoneLink } from '#web/lib/ui/phone-link.tsx';
import classes from './dashboard.module.css';

/** Requests shown at first. */
const initialCount = 5;
const initialExpired = 2;

/** Names the person of requests in other calendars than the user's own. */
export function NeedsAnswer({ ownCalendarId }: { ownCalendarId?: string | undefined }) {
  const { t } = useTranslation();
  const read = useQuery(requestsQuery);
  const open = read.data?.filter((request) => !request.isExpired) ?? [];
  const expired = read.data?.filter((request) => request.isExpired) ?? [];
  return (
    <section aria-labelledby="needs-answer" aria-busy={read.isPending}>
      <h2 id="needs-answer" className={classes.title}>
        {t('dashboard.needsAnswer')}
        {open.length > 0 && <span className={classes.count}>{open.length}</span>}
      </h2>
      {read.isPending && <Skeleton height={64} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && open.length === 0 && <p className={classes.nothing}>{t('dashboard.allAnswered')}</p>}
      {open.length > 0 && <Requests requests={open} initialCount={initialCount} ownCalendarId={ownCalendarId} />}
      {expired.length > 0 && (
        <div className={classes.expired}>
          <h3>{t('requests.expired')}</h3>
          <Requests requests={expired} initialCount={initialExpired} ownCalendarId={ownCalendarId} />
        </div>
      )}
    </section>
  );
}

interface ShownRequests {
  requests: readonly VisitRequest[];
  initialCount: number;
  ownCalendarId: string | undefined;
}

function Requests({ requests, initialCount, ownCalendarId }: ShownRequests) {
  const { t } = useTranslation();
  const [showsAll, showAll] = useState(false);
  const shown = showsAll ? requests : requests.slice(0, initialCount);
  return (
    <>
      <ul className={classes.list}>
        {shown.map((request) => (
          <Request key={request.id} request={request} isOwn={request.calendarId === ownCalendarId} />
        ))}
      </ul>
      {shown.length < requests.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => showAll(true)}>
          {t('requests.showAll', { number: requests.length })}
        </Button>
      )}
    </>
  );
}

function Request({ request, isOwn }: { request: VisitRequest; isOwn: boolean }) {
  const { t } = useTranslation();
  const { move, isMoving } = useVisitMoves();
  const [isDeclining, setDeclining] = useState(false);
  const { start, end, timeZone: zone, title, services, person, name, isExpired } = request;
  const event = eventOf(request);
  const heading = name || title;
  const what = services.join(', ') || (title === heading ? '' : title);
  const take = t(isExpired ? 'visits.move.take' : 'visits.move.confirmed');
  const more = [what, !isOwn && person].filter(Boolean).join(' · ');
  const city = clocksDiffer(zone, visitorZone(), start) ? ` (${zoneCity(zone)})` : '';
  return (
    <li className={classes.request} data-request={request.id}>
      <CalendarLink request={request}>{heading}</CalendarLink>
      <span className={classes.more}>
        <time dateTime={start}>{dayAndTime(start, zone)}</time>
        {` – ${timeOf(end, zone)}${city}`}
        {more && ` · ${more}`}
      </span>
      <Deadline request={request} />
      <span className={classes.answers}>
        <Button
          size="xs"
          variant="default"
          loading={isMoving}
          aria-label={`${take}: ${heading}`}
          onClick={() => void move(event, { status: 'confirmed' })}
        >
          {take}
        </Button>
        {!isExpired && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={`${t('visits.move.declined')}: ${heading}`}
            onClick={() => setDeclining(true)}
          >
            {t('visits.move.declined')}
          </Button>
        )}
      </span>
      {isDeclining && <EndVisit event={event} status="declined" onClose={() => setDeclining(false)} />}
    </li>
  );
}

/** Calendars do not show expired requests: the link of one leads to its day. */
function CalendarLink({ request, children }: { request: VisitRequest; children: ReactNode }) {
  const { eventId, calendarId, start, timeZone, isExpired } = request;
  const search = { date: dateIn(start, timeZone).toString(), calendar: calendarId };
  return (
    <Link
      to="/app/user/calendars"
      search={isExpired ? { ...search, view: 'day' } : { ...search, event: eventId }}
      className={classes.link}
    >
      {children}
    </Link>
  );
}

/** When it expires, in the reader's zone, and whether the customer has the link. */
function Deadline({ request }: { request: VisitRequest }) {
  const { t } = useTranslation();
  const { mail, expires, isExpired, phoneNumber, name, title } = request;
  const when = expires && dayAndTimeWithin(expires, visitorZone());
  const dated = when && (
    <span className={classes.more}>{t(isExpired ? 'requests.expiredAt' : 'visits.expires', { when })}</span>
  );
  if (isExpired || mail === 'sent') return dated;
  const Icon = mail === 'failed' ? IconAlertTriangle : IconMailForward;
  const failed = phoneNumber ? t('visits.mailFailed', { name: name || title }) : t('requests.mailFailed');
  const text = { waiting: t('visits.mailWaiting'), kept: t('visits.mailKept'), failed }[mail];
  return (
    <>
      {dated}
      <span className={classes.warning}>
        <Icon size={15} stroke={1.75} aria-hidden="true" />
        <span>
          {text} {phoneNumber && <PhoneLink number={phoneNumber} />}
        </span>
      </span>
    </>
  );
}

function eventOf(request: VisitRequest): VisitEvent & { eMail: string } {
  const { id, eventId, calendarId, name, title, eMail, isExpired } = request;
  return { id: eventId, calendarId, visitId: id, status: isExpired ? 'expired' : 'requested', name, title, eMail };
}
