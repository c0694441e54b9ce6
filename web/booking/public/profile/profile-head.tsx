// The header of a profile: portrait, name, profession, place, phone.
import { IconMapPin, IconPhone, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/booking/public.ts';
import { files } from '#contract/files.ts';
import { withCompany } from '#web/booking/public/place-names.ts';
import { operationUrl } from '#web/lib/client/client.ts';
import { headingFace } from '#web/lib/heading-face.ts';
import { pictureUrl } from '#web/lib/ui/picture/picture-url.ts';
import classes from './profile-page.module.css';

export function ProfileHead({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { userProfilePicture: picture, location } = profile;
  return (
    <header className={classes.head}>
      {picture ? (
        <img
          className={classes.portrait}
          src={pictureUrl(picture, 200)}
          width={112}
          height={112}
          alt=""
          fetchPriority="high"
        />
      ) : (
        <span className={classes.portrait} aria-hidden="true">
          {initials(profile.name)}
        </span>
      )}
      <div className={classes.identity}>
        <h1 className={classes.name} {...headingFace(profile.name)}>
          {profile.name}
        </h1>
        {profile.profileIsEditable && (
          <a className={classes.edit} href="/app/user/my-account">
            {t('profile.edit')}
          </a>
        )}
        <p className={classes.trade}>{withCompany([profile.profession], profile)}</p>
        {profile.companyLogo && (
          <img className={classes.logo} src={operationUrl(files.downloadFile, { id: profile.companyLogo })} alt="" />
        )}
        <ul className={classes.contactLinks}>
          {location && (
            <li>
              <a href="#place">
                <IconMapPin size={16} aria-hidden="true" /> {location.name}
              </a>
            </li>
          )}
          {location && profile.hasBusinessPage && (
            <li>
              <Link to="/$locationUrlName" params={{ locationUrlName: location.urlName }}>
                <IconUsers size={16} aria-hidden="true" /> {t('business.everyone')}
              </Link>
            </li>
          )}
          {profile.phoneNumber && (
            <li>
              <a href={`tel:${profile.phoneNumber.replace(/[^\d+]/g, '')}`}>
                <IconPhone size={16} aria-hidden="true" /> <span className="unseen">{t('profile.phone')}</span>{' '}
                {profile.phoneNumber}
              </a>
            </li>
          )}
        </ul>
      </div>
    </header>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join('');
}
