// The list of people found, with its empty, loading and error states.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { home as contract } from '#contract/site/home.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { query } from '#web/lib/client/client.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { FewerWords } from './fewer-words.tsx';
import classes from './people-list.module.css';
import { PersonCard } from './person-card.tsx';
import { ReadingNotes } from './reading-notes.tsx';
import type { Home } from './use-home.ts';
import { hitKey, type People, pageSize } from './use-people.ts';
import { withoutOne } from './without-one.ts';

interface Props {
  home: Home;
  people: People;
  activeLocation: string | undefined;
  onActive: (locationId: string | undefined) => void;
}

export function PeopleList({ home, people, activeLocation, onActive }: Props) {
  const { t } = useTranslation();
  const { listed, total, isArea, isLoading, hasFailed } = people;
  const isEmpty = total === 0 && !home.search.q;
  // The map asks for the people in its view only.
  const everyone = useQuery({
    ...query(contract.search, { pageNr: 1, rowsPerPage: pageSize, str: '' }),
    enabled: isEmpty,
  }).data;
  const isFirst = isEmpty && everyone?.totalRows === 0;
  return (
    <section aria-labelledby="people" aria-busy={isLoading}>
      <div className={classes.head}>
        <h2 id="people" className={classes.heading}>
          <span role="status">
            {total === undefined ? t('home.people') : t(isArea ? 'home.countHere' : 'home.count', { count: total })}
          </span>
        </h2>
        <WidenSearch home={home} />
      </div>
      {people.reading && <ReadingNotes reading={people.reading} isEmpty={total === 0} />}
      <ul className={classes.list}>
        {listed.map((hit, index) => (
          <li key={hitKey(hit)}>
            <PersonCard
              hit={hit}
              isFirst={index < 2}
              isActive={[hit.location, ...hit.otherLocations].some(({ id }) => id === activeLocation)}
              namesService={Boolean(home.search.q)}
              onActive={(active) => onActive(active ? hit.location.id : undefined)}
            />
          </li>
        ))}
        {isLoading && Array.from({ length: pageSize }, (_, index) => <SkeletonCard key={String(index)} />)}
      </ul>
      {isFirst && <InviteToRegister />}
      {total === 0 && !isFirst && <Empty home={home} people={people} />}
      {hasFailed && (
        <TryAgain onRetry={people.tryAgain} message={t(listed.length ? 'home.moreFailed' : 'static.notLoaded')} />
      )}
      {people.hasMore && !isLoading && (
        <Button variant="default" fullWidth size="md" onClick={home.showMore}>
          {t('home.more')}
        </Button>
      )}
    </section>
  );
}

/** Each of the words may find someone, and yet no one all of them. */
function Empty({ home, people }: Pick<Props, 'home' | 'people'>) {
  const { t } = useTranslation();
  const { q = '' } = home.search;
  const areAllFound = people.reading?.unmatched.length === 0;
  if (areAllFound && withoutOne(q).length > 0) return <FewerWords text={q} onFind={(rest) => home.find(rest, false)} />;
  return <p className={classes.empty}>{t(emptyTextKey(people), { words: q })}</p>;
}

/** Widens the search: from the text to all people in the map area, and from there to all people. */
function WidenSearch({ home }: { home: Home }) {
  const { t } = useTranslation();
  const { position } = home;
  if (!position) return null;
  return (
    <button
      type="button"
      className={classes.widen}
      onClick={() => (home.search.q ? home.goTo(position) : home.find('', false))}
    >
      {t(home.search.q ? 'home.everyoneHere' : 'home.everywhere')}
    </button>
  );
}

/** Shown while the installation has no business that can be booked; an invitation while registration is open. */
function InviteToRegister() {
  const { t } = useTranslation();
  const registration = useQuery(query(contract.getRegistration, {}));
  if (registration.isPending) return null;
  if (!registration.data?.isOpen) return <p className={classes.empty}>{t('home.nobodyYet')}</p>;
  return (
    <div className={classes.first}>
      <h3>{t('home.firstTitle')}</h3>
      <p>{t('home.firstText')}</p>
      <Button color="ribbon" size="md" renderRoot={(props) => <Link to="/user/register" {...props} />}>
        {t('home.firstRegister')}
      </Button>
    </div>
  );
}

function emptyTextKey({ isArea }: People): MessageKey {
  return isArea ? 'home.nobodyHere' : 'home.nobodyFor';
}

function SkeletonCard() {
  return (
    <li className={classes.skeleton} aria-hidden>
      <Skeleton width={96} height={96} radius={8} />
      <div className={classes.skeletonText}>
        <Skeleton height={16} width="55%" />
        <Skeleton height={12} width="40%" />
        <Skeleton height={12} width="70%" />
      </div>
    </li>
  );
}
