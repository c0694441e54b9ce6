// The account page: details, picture, visibility, hours and services, security, company and personal data.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '#contract/identity/account.ts';
import { PrivacySection } from '#web/identity/privacy/privacy-section.tsx';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { PartLinks } from '#web/lib/ui/page/part-links.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { type Part, partFromHash, parts } from './account-parts.ts';
import { CompanySection } from './company-section.tsx';
import { DetailsForm } from './details-form.tsx';
import { DevicesSection } from './devices-section.tsx';
import classes from './my-account.module.css';
import { OwnPictureSection } from './picture-section.tsx';
import { ProfilePictures } from './profile-pictures.tsx';
import { RemindersSection } from './reminders-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { stayAtSection } from './stay-at-section.ts';
import { VisibilitySection } from './visibility-section.tsx';

interface Slots {
  calendarSetup: ReactNode;
  calendarFeeds: ReactNode;
  otherCalendars: ReactNode;
}

/** The slots belong to booking and links, areas above this one. The routes join them. */
export function MyAccountPage(slots: Slots) {
  const { t } = useTranslation();
  const hash = useLocation({ select: (location) => location.hash });
  const part = partFromHash(hash);
  return (
    <Page title={t('myAccount.title')} width="52rem">
      <PartLinks
        label={t('myAccount.sections')}
        parts={parts.map(({ id, name }) => ({ id, name: t(name) }))}
        current={part}
      />
      <Sections part={part} hash={hash} {...slots} />
    </Page>
  );
}

function Sections({ part, hash, calendarSetup, calendarFeeds, otherCalendars }: Slots & { part: Part; hash: string }) {
  const { user } = useCurrentUser();
  const read = useQuery(query(account.getAccount, {}));
  const isLoaded = read.data !== undefined;
  // The browser could not scroll to the hash before its section was rendered.
  useEffect(() => {
    return isLoaded && hash && !parts.some(({ id }) => id === hash) ? stayAtSection(hash) : undefined;
  }, [isLoaded, hash]);
  if (read.isPending) return <LoadingSkeleton />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  return (
    // Impersonation changes the user; the key resets the forms.
    <div className={classes.sections} key={user.id}>
      {part === 'profile' && (
        <>
          <OwnPictureSection />
          <DetailsForm account={read.data} />
          <VisibilitySection account={read.data} />
          <ProfilePictures account={read.data} />
        </>
      )}
      {part === 'availability' && (
        <>
          {calendarSetup}
          {otherCalendars}
        </>
      )}
      {part === 'security' && <SecuritySection />}
      {part === 'more' && (
        <>
          {calendarFeeds}
          <DevicesSection />
          <RemindersSection account={read.data} />
          <CompanySection account={read.data} />
          <PrivacySection />
        </>
      )}
    </div>
  );
}

function LoadingSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.sections} role="status" aria-label={t('app.loading')}>
      <Skeleton height={240} />
      <Skeleton height={420} />
    </div>
  );
}
