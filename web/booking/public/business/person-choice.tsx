// The choice of the person to book: anyone who does the services, or one of those who do.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagePerson } from '#contract/booking/business-page.ts';
import { type ChosenService, factsWithAdded } from '#web/booking/public/services/chosen-options.ts';
import { formatFacts, type ServiceFacts, totalOf } from '#web/booking/public/services/services-in-a-row.ts';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import classes from './business.module.css';

/** More people than that are a list to open: their faces would push the times off the screen. */
const maxFaces = 6;

interface Props {
  people: readonly PagePerson[];
  chosen: PagePerson | undefined;
  /** The chosen services, as anyone or the chosen person does them. */
  services: readonly ChosenService[];
  /** Undefined for anyone. */
  onChoose(urlName: string | undefined): void;
}

export function PersonChoice({ people, chosen, services, onChoose }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const facts = (person: PagePerson) => ownFacts(person, people, services);
  if (people.length > maxFaces) {
    return (
      <div className={classes.whom}>
        <label htmlFor={name} className={classes.legend}>
          {t('booking.whom')}
        </label>
        <select
          id={name}
          className={classes.select}
          value={chosen?.urlName ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(value || undefined)}
        >
          <option value="">{t('booking.anyone')}</option>
          {people.map((person) => (
            <option key={person.urlName} value={person.urlName}>
              {[person.name, facts(person)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
      </div>
    );
  }
  return (
    <fieldset className={classes.whom}>
      <legend className={classes.legend}>{t('booking.whom')}</legend>
      <div className={classes.faces}>
        <label className={classes.face} data-checked={!chosen || undefined}>
          <input type="radio" name={name} checked={!chosen} onChange={() => onChoose(undefined)} />
          <span>{t('booking.anyone')}</span>
        </label>
        {people.map((person) => (
          <label key={person.urlName} className={classes.face} data-checked={person === chosen || undefined}>
            <input type="radio" name={name} checked={person === chosen} onChange={() => onChoose(person.urlName)} />
            <Portrait picture={person.picture} name={person.name} size={32} />
            <span className={classes.faceText}>
              {person.name}
              {facts(person) && <span className={classes.faceFacts}>{facts(person)}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The person's own length and price, where those of the others differ. */
function ownFacts(person: PagePerson, people: readonly PagePerson[], services: readonly ChosenService[]): string {
  const textFor = ({ offers }: PagePerson) =>
    formatFacts(
      totalOf(
        services.flatMap(({ id, added }) => {
          const offer = offers.find(({ serviceId }) => serviceId === id);
          return offer ? [factsWithAdded<ServiceFacts>(offer, added)] : [];
        }),
      ),
    );
  if (services.length === 0) return '';
  const own = textFor(person);
  return people.every((other) => textFor(other) === own) ? '' : own;
}
