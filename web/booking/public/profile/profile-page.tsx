// An employee's public profile with the booking card.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publicCalendars } from '#contract/booking/public.ts';
import { rememberCameThrough } from '#web/booking/public/steps/came-through.ts';
import { query } from '#web/lib/client/client.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import classes from './profile-page.module.css';
import { ProfileSheet } from './profile-sheet.tsx';

export function ProfilePage() {
  useState(rememberCameThrough);
  const profileAddress = useParams({ from: '/public/$locationUrlName/$userUrlName' });
  const profile = useQuery({ ...query(publicCalendars.getProfile, profileAddress), staleTime: 300_000 });
  const { t } = useTranslation();
  const isMissing = profile.data?.profileExists === false || isBadAddress(profile.error);
  useTitle(isMissing ? t('profile.nobody') : profile.data && [profile.data.name, profile.data.companyName].join(' · '));
  if (isMissing) return <ProfileNotFound />;
  if (profile.isError) return <TryAgain onRetry={() => void profile.refetch()} />;
  if (!profile.data) return <Loading />;
  // The key resets all state when the profile changes.
  return (
    <ProfileSheet
      key={`${profileAddress.locationUrlName}/${profileAddress.userUrlName}`}
      profileAddress={profileAddress}
      profile={profile.data}
    />
  );
}

/** The address contains characters that no profile has, or is unknown. */
function isBadAddress(error: unknown): boolean {
  return error instanceof Error && 'status' in error && (error.status === 417 || error.status === 404);
}

function ProfileNotFound() {
  const { t } = useTranslation();
  return (
    <div className={classes.notFound}>
      <h1 className={classes.name}>{t('profile.nobody')}</h1>
      <p>{t('profile.nobodyWords')}</p>
      <Link to="/" className={classes.homeLink}>
        {t('profile.findSomebody')}
      </Link>
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} aria-busy="true">
      <p className="unseen">{t('profile.loading')}</p>
      <div className={classes.head}>
        <Skeleton circle height={112} />
        <div className={classes.identity}>
          <Skeleton height={36} width="60%" />
          <Skeleton height={18} width="40%" mt="sm" />
        </div>
      </div>
      <div className={classes.columns}>
        <Skeleton height={320} radius={12} />
        <Skeleton height={480} radius={12} />
      </div>
    </div>
  );
}
