// One person at one location: name, profession, place, lowest price and next free time.
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#contract/site/home.ts';
import { clocksDiffer, dayAndTime, shortDay, timeOf, visitorZone, zoneCity } from '#web/lib/dates.ts';
import { headingFace } from '#web/lib/heading-face.ts';
import { formatEuro } from '#web/lib/money.ts';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import classes from './person-card.module.css';

interface Props {
  hit: SearchHit;
  /** Visible at once: its picture loads eagerly. */
  isFirst?: boolean;
  isActive?: boolean;
  onActive?: (active: boolean) => void;
}

export function PersonCard({ hit, isFirst = false, isActive = false, onActive }: Props) {
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
        <NextFree hit={hit} />
      </div>
    </article>
  );
}

function NextFree({ hit: { nextFree, location } }: { hit: SearchHit }) {
  const { t } = useTranslation();
  if (!nextFree) return <p className={classes.none}>{t('home.noFree')}</p>;
  const zone = location.timeZone;
  const isElsewhere = clocksDiffer(zone, visitorZone(), nextFree);
  return (
    <p className={classes.free}>
      <IconClock size={15} stroke={2} aria-hidden />
      <span className="unseen">{t('home.nextFree')}</span>
      <time dateTime={nextFree}>
        {/* "Tomorrow" in their zone may be today for the visitor. */}
        {isElsewhere ? `${shortDay(nextFree, zone)}, ${timeOf(nextFree, zone)}` : dayAndTime(nextFree, zone)}
      </time>
      {isElsewhere && <span className={classes.zone}>{t('home.zone', { city: zoneCity(zone) })}</span>}
    </p>
  );
}
