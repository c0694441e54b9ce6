// The public home page: search for people by text or on the map, banners, plans.
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { WhenNear } from '#web/lib/ui/when-near.tsx';
import classes from './home.module.css';
import { MapDialog } from './map-dialog.tsx';
import { PeopleList } from './people-list.tsx';
import { PeopleMap } from './people-map.tsx';
import { HomeSearchBox } from './search-box.tsx';
import { useHome } from './use-home.ts';
import { usePeople } from './use-people.ts';

const Banners = lazy(async () => ({ default: (await import('./below.ts')).Banners }));
const Plans = lazy(async () => ({ default: (await import('./below.ts')).Plans }));

export function HomePage() {
  const { t } = useTranslation();
  useTitle('');
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const home = useHome();
  const isMapShown = isWide || home.search.map === true;
  const people = usePeople(home, isMapShown);
  const [activeLocation, setActiveLocation] = useState<string>();
  const map = (
    <Suspense fallback={<div className={classes.mapPlaceholder} />}>
      <PeopleMap home={home} people={people} activeLocation={activeLocation} onActive={setActiveLocation} />
    </Suspense>
  );
  return (
    <>
      <div className={classes.split}>
        <div className={classes.find}>
          <h1 className={classes.title}>{t('home.title')}</h1>
          <p className={classes.lead}>{t('home.lead')}</p>
          <HomeSearchBox home={home} />
          <PeopleList home={home} people={people} activeLocation={activeLocation} onActive={setActiveLocation} />
        </div>
        {isWide && <div className={classes.mapPane}>{map}</div>}
      </div>
      {!isWide && (
        <MapDialog shown={isMapShown} onChange={home.showMap}>
          {map}
        </MapDialog>
      )}
      <WhenNear>
        <Suspense>
          <Banners />
        </Suspense>
      </WhenNear>
      <WhenNear id="plans">
        <Suspense>
          <Plans />
        </Suspense>
      </WhenNear>
    </>
  );
}
