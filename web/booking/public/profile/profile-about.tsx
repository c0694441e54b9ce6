// The details beside the booking card: description, pictures, services, location.
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/booking/public.ts';
import { ServiceWords } from '#web/booking/public/services/service-list.tsx';
import { groupServices } from '#web/booking/public/services/services-in-a-row.ts';
import { PictureRow } from './picture-row.tsx';
import { PlaceCard } from './place-card.tsx';
import classes from './profile-page.module.css';

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
      {!profile.calendarIsPublic && profile.services.length > 0 && (
        <section>
          <h2 className={classes.heading}>{t('profile.services')}</h2>
          {groupServices(profile.services).map(({ category, services }) => (
            <Fragment key={category}>
              {category && <h3 className={classes.category}>{category}</h3>}
              <ul className={classes.services}>
                {services.map((service) => (
                  <li key={service.id}>
                    <ServiceWords service={service} />
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
        </section>
      )}
      {profile.location && <PlaceCard location={profile.location} />}
    </div>
  );
}
