// One person at one location: name, profession, places, lowest price and next free times.
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#contract/site/home.ts';
import {
  clocksDiffer,
  dateIn,
  dayAndTime,
  instantOf,
  shortDay,
  timeOf,
  visitorZone,
  zoneCity,
} from '#web/lib/dates.ts';
import { headingFace } from '#web/lib/heading-face.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import classes from './person-card.module.css';

interface Props {
  hit: SearchHit;
  /** Names the service of the free times. */
  namesService?: boolean;
  /** Visible at once: its picture loads eagerly. */
  isFirst?: boolean;
  isActive?: boolean;
  onActive?: (active: boolean) => void;
}

export function PersonCard({ hit, namesService = false, isFirst = false, isActive = false, onActive }: Props) {
  const { t } = useTranslation();
  const { userProfile: person, location } = hit;
  return (
    <article
      className={classes.card}
      data-active={isActive || undefined}
      onMouseEnter={() => onActive?.(true)}
      onMouseLeave={() => onActive?.(false)}
      onFocus={() => onActive?.(true)}
      onBlur={() => onActive?.(false)}
    >
      <Portrait picture={person.picture} name={person.name} size={96} isFirst={isFirst} />
      <div className={classes.text}>
        <h3 className={classes.name} {...headingFace(person.name)}>
          <Link
            to="/$locationUrlName/$userUrlName"
            params={{ locationUrlName: location.urlName, userUrlName: person.urlName }}
            className={classes.link}
          >
            {person.name}
          </Link>
        </h3>
        <p className={classes.line}>
          {person.profession}
          {hit.priceFrom !== null && (
            <span className={`${classes.price} figures`}>{t('home.from', { price: formatEuro(hit.priceFrom) })}</span>
          )}
        </p>
        <p className={classes.place}>{[location.name, location.address].filter(Boolean).join(', ')}</p>
        {hit.otherLocations.length > 0 && (
          <p className={classes.place}>
            {t('home.alsoAt', { places: hit.otherLocations.map(({ name }) => name).join(', ') })}
          </p>
        )}
        <FreeTimes hit={hit} namesService={namesService} />
      </div>
    </article>
  );
}

/** The next free times; each leads to its booking, with the service selected. */
function FreeTimes({ hit, namesService }: { hit: SearchHit; namesService: boolean }) {
  const { t } = useTranslation();
  const { location, service, nextFreeTimes: times, userProfile: person } = hit;
  const [first] = times;
  if (!first) return <p className={classes.none}>{t('home.noFree')}</p>;
  const zone = location.timeZone;
  const isElsewhere = clocksDiffer(zone, visitorZone(), first);
  // "Tomorrow" in their zone may be today for the visitor.
  const whole = (time: string) =>
    isElsewhere ? `${shortDay(time, zone)}, ${timeOf(time, zone)}` : dayAndTime(time, zone);
  const isOnFirstDay = (time: string) => dateIn(time, zone).equals(dateIn(first, zone));
  return (
    <div className={classes.free}>
      <IconClock size={15} stroke={2} aria-hidden />
      <span className={namesService && service ? classes.service : 'unseen'}>
        {namesService && service ? `${service.name}:` : t('home.nextFree')}
      </span>
      {times.map((time) => (
        <Link
          key={time}
          to="/$locationUrlName/$userUrlName"
          params={{ locationUrlName: location.urlName, userUrlName: person.urlName }}
          search={{
            day: dateIn(time, zone).toString(),
            time: instantOf(time).toString(),
            ...(service && { service: service.id }),
          }}
          className={classes.time}
          aria-label={`${person.name}, ${whole(time)}`}
        >
          <time dateTime={time}>{time !== first && isOnFirstDay(time) ? timeOf(time, zone) : whole(time)}</time>
        </Link>
      ))}
      {isElsewhere && <span className={classes.zone}>{t('home.zone', { city: zoneCity(zone) })}</span>}
    </div>
  );
}
