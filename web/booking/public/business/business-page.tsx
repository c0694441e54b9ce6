// The public page of a business: people, services, opening hours and place, with the booking card.

import { Skeleton } from '@mantine/core';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withCompany } from '#web/booking/public/place-names.ts';
import profileClasses from '#web/booking/public/profile/profile-page.module.css';
import { rememberCameThrough } from '#web/booking/public/steps/came-through.ts';
import { useUpdateSearch } from '#web/booking/public/use-update-search.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { BusinessSheet } from './business-sheet.tsx';
import { useBusiness } from './use-business.ts';

export function BusinessProfile() {
  useState(rememberCameThrough);
  const { locationUrlName } = useParams({ from: '/public/$locationUrlName' });
  const search = useSearch({ from: '/public/$locationUrlName' });
  const onSearch = useUpdateSearch();
  const business = useBusiness(locationUrlName);
  useTitle(business.data && withCompany([business.data.location.name], business.data));
  if (business.isMissing) return <Navigate to="/static/404" replace />;
  if (business.isError) return <TryAgain onRetry={() => void business.refetch()} />;
  if (!business.data) return <Loading />;
  // The key resets all state when the business changes.
  return <BusinessSheet key={locationUrlName} page={business.data} search={search} onSearch={onSearch} />;
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={profileClasses.page} aria-busy="true">
      <p className="unseen">{t('business.loading')}</p>
      <Skeleton height={36} width="40%" mb="xl" />
      <div className={profileClasses.columns}>
        <Skeleton height={320} radius={12} />
        <Skeleton height={480} radius={12} />
      </div>
    </div>
  );
}
