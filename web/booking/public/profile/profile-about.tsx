// The details beside the booking card: description, pictures, services, location.
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/booking/public.ts';
import { PictureRow } from './picture-row.tsx';
import { PlaceCard } from './place-card.tsx';
import classes from './profile-page.module.css';
import { ServiceSection } from './service-section.tsx';

export function ProfileAbout({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  return (
    <div className={classes.about}>
      {profile.description && (
        <section>
          <h2 className={classes.heading}>{t('profile.about')}</h2>
          <p className={classes.description}>{profile.description}</p>
        </section>
      )}
      {profile.profilePictures.length > 0 && <PictureRow ids={profile.profilePictures} name={profile.name} />}
      {/* The booking card lists the services, where there is one. */}
      {!profile.calendarIsPublic && profile.services.length > 0 && <ServiceSection services={profile.services} />}
      {profile.location && <PlaceCard location={profile.location} />}
    </div>
  );
}
