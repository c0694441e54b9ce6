// An appointment for a customer who has just come in: for each service, a tap on a person who is free now.
import { Button, Loader, Menu } from '@mantine/core';
import { IconWalk } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { now, timeOf } from '#web/lib/dates.ts';
import { formatEuro } from '#web/lib/money.ts';
import { focusedCalendar, placeOf } from './focused-calendar.ts';
import { startWalkIn } from './start-walk-in.ts';
import type { CalendarContents } from './view/use-calendar-contents.ts';
import classes from './walk-in.module.css';
import { type WalkInOffer, type WalkInRow, walkInRows } from './walk-in-offers.ts';

interface Props {
  contents: CalendarContents;
  /** The person who is offered first; undefined while the menu is closed. A key opens it, too. */
  chosen: Calendar | undefined;
  onChoose: (calendar: Calendar | undefined) => void;
  /** Shows the day of the walk-in. */
  onSaved: () => void;
}

export function WalkIn({ contents, chosen, onChoose, onSaved }: Props) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: startWalkIn,
    onSuccess: (isSaved) => isSaved && onSaved(),
    onError: (error) => showError(error, t('desk.walkInNotSaved')),
  });
  const { all, hasTeam } = contents;
  function start(service: DeskService | undefined, offer: WalkInOffer, isAnyone: boolean): void {
    const calendar = all.find(({ id }) => id === offer.calendarId) ?? contents.main;
    const place = placeOf(contents, calendar.id);
    const zone = place?.timeZone ?? calendar.timeZone;
    const nameOf = (id: string) => (hasTeam ? all.find((one) => one.id === id)?.name : undefined);
    mutate({ service, offer, isAnyone, nameOf, zone, locationId: place?.id });
  }
  return (
    <Menu
      opened={chosen !== undefined}
      onChange={(opens) => onChoose(opens ? (focusedCalendar(contents) ?? contents.main) : undefined)}
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      // The key that opens it would close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
      // axe refuses what Mantine focuses first. The arrows lead to the items.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button className={classes.button} variant="default" size="sm" loading={isPending} data-walk-in>
          <IconWalk size={17} aria-hidden="true" />
          <span className={classes.label}>{t('desk.walkIn')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('desk.walkIn')} className={classes.list}>
        {chosen && <Offers contents={contents} first={chosen} onStart={start} />}
      </Menu.Dropdown>
    </Menu>
  );
}

interface OffersProps {
  contents: CalendarContents;
  first: Calendar;
  onStart: (service: DeskService | undefined, offer: WalkInOffer, isAnyone: boolean) => void;
}

function Offers({ contents, first, onStart }: OffersProps) {
  const { t } = useTranslation();
  const { all, isTeam, hasTeam, locationId } = contents;
  // A team at one location is asked there.
  const place = isTeam && locationId ? { locationId } : {};
  const times = useQuery({ ...query(visits.getWalkIns, place), staleTime: 0, gcTime: 0 });
  const services = useQuery({ ...query(visits.getServices, {}), staleTime: 60_000 });
  if (times.isPending || services.isPending) return <Loader size="sm" className={classes.loader} />;
  const order = [first, ...all.filter(({ id }) => id !== first.id)].map(({ id }) => id);
  const rows = walkInRows(times.data ?? [], services.data ?? [], order, now());
  const nameOf = (id: string) => (hasTeam ? all.find((one) => one.id === id)?.name : undefined);
  const zoneOf = (id: string) => all.find((one) => one.id === id)?.timeZone ?? first.timeZone;
  const row = (one: WalkInRow) => (
    <Row
      key={`${one.service?.id} ${one.service?.optionIds}`}
      row={one}
      {...{ nameOf, zoneOf }}
      onStart={(offer, isAnyone) => onStart(one.service, offer, isAnyone)}
    />
  );
  return (
    <>
      {rows.now.map(row)}
      {rows.later.length > 0 && <Menu.Label>{t('desk.walkInLater')}</Menu.Label>}
      {rows.later.map(row)}
      {rows.never.length > 0 && <Menu.Label>{t('desk.walkInNever')}</Menu.Label>}
      {rows.never.map(row)}
    </>
  );
}

interface RowProps {
  row: WalkInRow;
  /** Undefined for a person who works alone. */
  nameOf: (calendarId: string) => string | undefined;
  zoneOf: (calendarId: string) => string;
  onStart: (offer: WalkInOffer, isAnyone: boolean) => void;
}

/** A single offer is the row; several have a button each, and one for anyone of them. */
function Row({ row: { service, offers }, nameOf, zoneOf, onStart }: RowProps) {
  const { t } = useTranslation();
  const title = service?.name ?? t('desk.walkInNone');
  const factsOf = ({ minutes, price }: WalkInOffer) => (service ? `${minutes} min · ${formatEuro(price)}` : '');
  const [only, ...others] = offers;
  if (!only) return null;
  const hasSameFacts = others.every((other) => factsOf(other) === factsOf(only));
  if (others.length === 0) {
    const isLater = !only.isNow && Temporal.Instant.compare(only.start, now()) > 0;
    const from = isLater && t('desk.walkInFrom', { time: timeOf(only.start, zoneOf(only.calendarId)) });
    return (
      <Menu.Item
        onClick={() => onStart(only, false)}
        rightSection={<span className={classes.facts}>{factsOf(only)}</span>}
      >
        <span className={classes.title}>{title}</span>
        <span className={classes.person}>{[nameOf(only.calendarId), from].filter(Boolean).join(', ')}</span>
      </Menu.Item>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu.
    <div role="group" aria-label={title} className={classes.row}>
      <div className={classes.head} aria-hidden="true">
        <span className={classes.title}>{title}</span>
        {hasSameFacts && <span className={classes.facts}>{factsOf(only)}</span>}
      </div>
      <div className={classes.people}>
        {offers.map((offer) => (
          <Menu.Item key={offer.calendarId} className={classes.chip} onClick={() => onStart(offer, false)}>
            <span className="unseen">{title}, </span>
            {nameOf(offer.calendarId)}
            <span className={hasSameFacts ? 'unseen' : classes.facts}> {factsOf(offer)}</span>
          </Menu.Item>
        ))}
        <Menu.Item className={classes.chip} onClick={() => onStart(only, true)}>
          <span className="unseen">{title}, </span>
          {t('desk.anyone')}
        </Menu.Item>
      </div>
    </div>
  );
}
