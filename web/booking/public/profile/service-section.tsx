// The services by category, where no booking card lists them.
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableService } from '#contract/booking/public.ts';
import { factsBeforeChoice } from '#web/booking/public/services/chosen-options.ts';
import { ServiceWords } from '#web/booking/public/services/service-list.tsx';
import { groupServices } from '#web/booking/public/services/services-in-a-row.ts';
import classes from './profile-page.module.css';

export function ServiceSection({ services: all }: { services: readonly BookableService[] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className={classes.heading}>{t('profile.services')}</h2>
      {groupServices(all).map(({ category, services }) => (
        <Fragment key={category}>
          {category && <h3 className={classes.category}>{category}</h3>}
          <ul className={classes.services}>
            {services.map((service) => (
              <li key={service.id}>
                <ServiceWords service={service} facts={factsBeforeChoice(service)} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  );
}
