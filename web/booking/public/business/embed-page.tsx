// The booking form of a business in a frame of another site, without the header and footer of our own pages.
import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BusinessPage } from '#contract/booking/business-page.ts';
import { addressLine } from '#contract/directions.ts';
import { useUpdateSearch } from '#web/booking/public/use-update-search.ts';
import { headingFace } from '#web/lib/heading-face.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { PhoneLink } from '#web/lib/ui/phone-link.tsx';
import classes from './business.module.css';
import { BusinessBooking } from './business-booking.tsx';
import { useBusiness } from './use-business.ts';
import { useFrameHeight } from './use-frame-height.ts';

export function EmbedPage() {
  const { t } = useTranslation();
  const { locationUrlName } = useParams({ from: '/embed/$locationUrlName' });
  const business = useBusiness(locationUrlName);
  const content = useRef<HTMLElement>(null);
  useFrameHeight(content);
  useTitle(business.data?.location.name);
  return (
    <main ref={content} className={classes.embed}>
      {business.isMissing ? (
        <p>{t('business.missing')}</p>
      ) : business.isError ? (
        <TryAgain onRetry={() => void business.refetch()} />
      ) : business.data ? (
        <EmbeddedBusiness key={locationUrlName} page={business.data} />
      ) : (
        <Skeleton height={320} radius={12} role="status" aria-label={t('business.loading')} />
      )}
    </main>
  );
}

function EmbeddedBusiness({ page }: { page: BusinessPage }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/embed/$locationUrlName' });
  const onSearch = useUpdateSearch();
  const { location, phoneNumber } = page;
  return (
    <>
      <header className={classes.embedHead}>
        <h1 className={classes.embedName} {...headingFace(location.name)}>
          {location.name}
        </h1>
        <p className={classes.embedPlace}>{addressLine(location)}</p>
      </header>
      {page.people.some(({ isBookable }) => isBookable) ? (
        <BusinessBooking page={page} search={search} onSearch={onSearch} />
      ) : (
        <p>
          {t('profile.notBookable', { name: location.name })}{' '}
          {phoneNumber && (
            <>
              {t('profile.callInstead')} <PhoneLink number={phoneNumber} />
            </>
          )}
        </p>
      )}
      {/* Leave the frame: these pages cannot be shown in it. */}
      <footer className={classes.embedFoot}>
        <a href={`/${encodeURIComponent(location.urlName)}`} target="_blank" rel="noopener">
          {t('business.wholePage')}
        </a>
        <a href="/privacy" target="_blank" rel="noopener">
          {t('shell.privacy')}
        </a>
      </footer>
    </>
  );
}
