// An existing business: its header, the booking card, and all that a visitor wants to know beside it.
import { IconMapPin, IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BusinessPage } from '#contract/booking/business-page.ts';
import { catalogueOf, peopleToBook } from '#contract/booking/catalogue.ts';
import { addressLine } from '#contract/directions.ts';
import { files } from '#contract/files.ts';
import type { BusinessSearch } from '#web/booking/public/business-search.ts';
import { withCompany } from '#web/booking/public/place-names.ts';
import { PictureRow } from '#web/booking/public/profile/picture-row.tsx';
import { PlaceCard } from '#web/booking/public/profile/place-card.tsx';
import profileClasses from '#web/booking/public/profile/profile-page.module.css';
import { ServiceSection } from '#web/booking/public/profile/service-section.tsx';
import type { UpdateSearch } from '#web/booking/public/use-update-search.ts';
import { operationUrl } from '#web/lib/client/client.ts';
import { headingFace } from '#web/lib/heading-face.ts';
import { PhoneLink } from '#web/lib/ui/phone-link.tsx';
import { BusinessBooking } from './business-booking.tsx';
import { OpenHours } from './open-hours.tsx';
import { BusinessPeople } from './people-list.tsx';

interface Props {
  page: BusinessPage;
  search: BusinessSearch;
  onSearch: UpdateSearch;
}

export function BusinessSheet({ page, search, onSearch }: Props) {
  const { t } = useTranslation();
  const isBookable = page.people.some((person) => person.isBookable);
  const { location, phoneNumber } = page;
  return (
    <article className={profileClasses.page}>
      <BusinessHead page={page} />
      <div className={profileClasses.columns}>
        {isBookable ? (
          <div className={profileClasses.booking}>
            <BusinessBooking page={page} search={search} onSearch={onSearch} />
          </div>
        ) : (
          <p className={profileClasses.notBookable}>
            {t('profile.notBookable', { name: location.name })}{' '}
            {phoneNumber && (
              <>
                {t('profile.callInstead')} <PhoneLink number={phoneNumber} />
              </>
            )}
          </p>
        )}
        <div className={profileClasses.about}>
          {page.description && (
            <section>
              <h2 className={profileClasses.heading}>{t('profile.about')}</h2>
              <p className={profileClasses.description}>{page.description}</p>
            </section>
          )}
          {page.pictures.length > 0 && <PictureRow ids={page.pictures} name={location.name} />}
          {/* The booking card lists the services, where there is one. */}
          {!isBookable && page.services.length > 0 && (
            <ServiceSection services={catalogueOf(page, peopleToBook(page))} />
          )}
          <BusinessPeople page={page} />
          {page.hours.length > 0 && <OpenHours hours={page.hours} zone={location.timeZone} />}
          {(location.address || location.geoLocation) && <PlaceCard location={location} />}
        </div>
      </div>
    </article>
  );
}

function BusinessHead({ page }: { page: BusinessPage }) {
  const { t } = useTranslation();
  const { location, companyLogo, phoneNumber } = page;
  const company = withCompany([], page);
  const address = addressLine(location);
  return (
    <header className={profileClasses.head}>
      <div className={profileClasses.identity}>
        <h1 className={profileClasses.name} {...headingFace(location.name)}>
          {location.name}
        </h1>
        {company && <p className={profileClasses.trade}>{company}</p>}
        {companyLogo && (
          <img className={profileClasses.logo} src={operationUrl(files.downloadFile, { id: companyLogo })} alt="" />
        )}
        <ul className={profileClasses.contactLinks}>
          {address && (
            <li>
              <a href="#place">
                <IconMapPin size={16} aria-hidden="true" /> {address}
              </a>
            </li>
          )}
          {phoneNumber && (
            <li>
              <a href={`tel:${phoneNumber.replace(/[^\d+]/g, '')}`}>
                <IconPhone size={16} aria-hidden="true" /> <span className="unseen">{t('profile.phone')}</span>{' '}
                {phoneNumber}
              </a>
            </li>
          )}
        </ul>
      </div>
    </header>
  );
}
