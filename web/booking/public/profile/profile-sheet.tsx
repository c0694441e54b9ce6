// An existing profile: its header, the overview with the booking card, and the week calendar as the second tab.
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile, ProfileAddress } from '#contract/booking/public.ts';
import { withChosenOptions } from '#web/booking/public/services/chosen-options.ts';
import { addressPartOf, canBeAnyone } from '#web/booking/public/services/services-in-a-row.ts';
import { BookingCard } from '#web/booking/public/steps/booking-card.tsx';
import { ChoosePerson } from '#web/booking/public/steps/choose-person.tsx';
import { loadHold } from '#web/booking/public/steps/stored-hold.ts';
import { useBooking } from '#web/booking/public/steps/use-booking.ts';
import { useUpdateSearch } from '#web/booking/public/use-update-search.ts';
import { PhoneLink } from '#web/lib/ui/phone-link.tsx';
import { ProfileAbout } from './profile-about.tsx';
import { ProfileHead } from './profile-head.tsx';
import classes from './profile-page.module.css';
import { ProfileTabs } from './profile-tabs.tsx';

const WeekTab = lazy(() =>
  import('#web/booking/public/week/week-tab.tsx').then(({ WeekTab }) => ({ default: WeekTab })),
);

export function ProfileSheet({ profileAddress, profile }: { profileAddress: ProfileAddress; profile: Profile }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/public/$locationUrlName/$userUrlName' });
  const [stored] = useState(() => loadHold(profileAddress));
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);
  const { services } = profile;
  const named = (search.service ?? (hasOpened ? undefined : stored?.service))?.split(',') ?? [];
  const chosen = named.flatMap((name) => services.find(({ id }) => id === name) ?? []);
  const isWeek = profile.calendarIsPublic && search.tab === 'week';
  const options = search.options ?? (hasOpened ? undefined : stored?.options);
  const booked = withChosenOptions(chosen.length > 0 || services.length > 1 ? chosen : services, options);
  // The week is that of one person.
  const isAnyone = search.anyone === true && !isWeek && canBeAnyone(booked);
  const booking = useBooking(profileAddress, profile, booked, { stored, isAnyone });
  const updateSearch = useUpdateSearch();
  const overview = (
    <div className={classes.columns}>
      {profile.calendarIsPublic ? (
        <div className={classes.booking}>
          <BookingCard
            booking={booking}
            day={search.day}
            time={search.time}
            onDay={(day) => updateSearch({ day, time: undefined })}
            onServices={(next) => updateSearch({ service: addressPartOf(next), time: undefined }, false)}
            onOptions={(options) => updateSearch({ options })}
            choosePerson={
              canBeAnyone(booked) && (
                <ChoosePerson booking={booking} onAnyone={(anyone) => updateSearch({ anyone: anyone || undefined })} />
              )
            }
          />
        </div>
      ) : (
        <p className={classes.notBookable}>
          {t('profile.notBookable', { name: profile.name })}{' '}
          {profile.phoneNumber && (
            <>
              {t('profile.callInstead')} <PhoneLink number={profile.phoneNumber} />
            </>
          )}
        </p>
      )}
      <ProfileAbout profile={profile} />
    </div>
  );
  return (
    <article className={classes.page}>
      {!profile.profileIsPublic && profile.profileIsEditable && (
        <p className={classes.onlyYou} role="note">
          {t('profile.onlyYou')}
        </p>
      )}
      <ProfileHead profile={profile} />
      {profile.calendarIsPublic && (
        <ProfileTabs
          shown={isWeek ? 'week' : 'overview'}
          onShow={(tab) => updateSearch({ tab: tab === 'week' ? tab : undefined })}
        />
      )}
      {isWeek ? (
        <div role="tabpanel" id="profile-week" aria-labelledby="profile-week-tab">
          <Suspense fallback={<div className={classes.weekLoading} aria-busy="true" />}>
            <WeekTab
              booking={booking}
              day={search.day}
              onDay={(day) => updateSearch({ day })}
              onServices={(next) => updateSearch({ service: addressPartOf(next) })}
            />
          </Suspense>
        </div>
      ) : profile.calendarIsPublic ? (
        <div role="tabpanel" id="profile-overview" aria-labelledby="profile-overview-tab">
          {overview}
        </div>
      ) : (
        overview
      )}
    </article>
  );
}
