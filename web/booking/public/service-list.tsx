// Selects the service: the list, or the selected one with a button back to the list.
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BookableService } from '#contract/booking/public.ts';
import { formatEuro } from '#web/lib/money.ts';
import { formatMinutes } from './durations.ts';
import classes from './service-list.module.css';

export function ServiceList({
  services,
  onChoose,
}: {
  services: readonly BookableService[];
  onChoose(service: BookableService): void;
}) {
  return (
    <ul className={classes.list}>
      {services.map((service) => (
        <li key={service.id}>
          <button type="button" className={classes.service} onClick={() => onChoose(service)}>
            <ServiceWords service={service} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The selected service. The only one, which no list describes, has its description here. */
export function ChosenService({ service, onChange }: { service: BookableService; onChange?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.chosen}>
      <IconCheck size={18} className={classes.check} aria-hidden="true" />
      <ServiceWords service={service} isShort hasAbout={!onChange} />
      {onChange && (
        <button type="button" className={classes.change} onClick={onChange}>
          {t('booking.change')}
          <span className="unseen">: {t('booking.service')}</span>
        </button>
      )}
    </div>
  );
}

export function ServiceWords({
  service,
  isShort = false,
  hasAbout = !isShort,
}: {
  service: BookableService;
  isShort?: boolean;
  hasAbout?: boolean;
}) {
  return (
    <span className={classes.text} data-short={isShort || undefined}>
      <span className={classes.name}>{service.name}</span>
      <span className={classes.facts}>
        {formatMinutes(service.minutes)}
        {service.price > 0 && ` · ${formatEuro(service.price)}`}
      </span>
      {hasAbout && service.description && <span className={classes.about}>{service.description}</span>}
    </span>
  );
}
