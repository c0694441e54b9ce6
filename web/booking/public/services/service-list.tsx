// Selects services: the list by category, or the selected ones with buttons to change them.
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BookableService } from '#contract/booking/public.ts';
import { pictureUrl } from '#web/lib/ui/picture/picture-url.ts';
import { type ChosenService, changedOptions, factsBeforeChoice } from './chosen-options.ts';
import { OptionsChoice } from './options-choice.tsx';
import classes from './service-list.module.css';
import { formatFacts, groupServices, type ServiceFacts, totalOf } from './services-in-a-row.ts';

export function ServiceList({
  services,
  onChoose,
}: {
  services: readonly BookableService[];
  onChoose(service: BookableService): void;
}) {
  const { t } = useTranslation();
  const groups = groupServices(services);
  return groups.map(({ category, services: some }) => (
    <section key={category} aria-label={category || undefined}>
      {groups.length > 1 && <h3 className={classes.category}>{category || t('booking.otherServices')}</h3>}
      <ul className={classes.list}>
        {some.map((service) => (
          <li key={service.id}>
            <button type="button" className={classes.service} onClick={() => onChoose(service)}>
              {service.pictureId && (
                <img
                  className={classes.picture}
                  src={pictureUrl(service.pictureId, 64)}
                  width={48}
                  height={48}
                  alt=""
                  loading="lazy"
                />
              )}
              <ServiceWords service={service} facts={factsBeforeChoice(service)} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface ChosenProps {
  services: readonly ChosenService[];
  /** Back to the list; omitted where the person offers one service only. */
  onChange?: (() => void) | undefined;
  onRemove(index: number): void;
  /** The options of all services, as the address names them. */
  onOptions(options: string | undefined): void;
  /** Adds another service; omitted where there is no room for one. */
  onAdd?: (() => void) | undefined;
}

/** The selected services, one after the other. The only one, which no list describes, has its description here. */
export function ChosenServices({ services, onChange, onRemove, onOptions, onAdd }: ChosenProps) {
  const { t } = useTranslation();
  const isOne = services.length === 1;
  return (
    <div className={classes.chosenAll}>
      {services.map((service, index) => (
        <div key={service.id}>
          <div className={classes.chosen}>
            <IconCheck size={18} className={classes.check} aria-hidden="true" />
            <ServiceWords service={service} isShort hasAbout={isOne && !onChange} />
            {isOne && onChange && (
              <button type="button" className={classes.change} onClick={onChange}>
                {t('booking.change')}
                <span className="unseen">: {t('booking.service')}</span>
              </button>
            )}
            {!isOne && (
              <button
                type="button"
                className={classes.remove}
                aria-label={t('booking.removeService', { name: service.name })}
                onClick={() => onRemove(index)}
              >
                <IconX size={18} aria-hidden="true" />
              </button>
            )}
          </div>
          <OptionsChoice
            service={service}
            onChoose={(option, count) => onOptions(changedOptions(services, option, count))}
          />
        </div>
      ))}
      <div className={classes.together}>
        {onAdd && (
          <button type="button" className={classes.add} onClick={onAdd}>
            <IconPlus size={16} aria-hidden="true" />
            {t('booking.addService')}
          </button>
        )}
        {!isOne && (
          <p className={classes.sum} role="status">
            {t('booking.together', { facts: formatFacts(totalOf(services)) })}
          </p>
        )}
      </div>
    </div>
  );
}

export function ServiceWords({
  service,
  facts = service,
  isShort = false,
  hasAbout = !isShort,
}: {
  service: BookableService;
  facts?: ServiceFacts;
  isShort?: boolean;
  hasAbout?: boolean;
}) {
  return (
    <span className={classes.text} data-short={isShort || undefined}>
      <span className={classes.name}>{service.name}</span>
      <span className={classes.facts}>{formatFacts(facts)}</span>
      {hasAbout && service.description && <span className={classes.about}>{service.description}</span>}
    </span>
  );
}
