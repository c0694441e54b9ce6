// The choice of the person to book: anyone who does the services, or the person of the page.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './choose-person.module.css';
import type { Booking } from './use-booking.ts';

interface Props {
  booking: Booking;
  onAnyone(isAnyone: boolean): void;
}

export function ChoosePerson({ booking: { isAnyone, profile }, onAnyone }: Props) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('booking.whom')}</legend>
      <div className={classes.choices}>
        {[true, false].map((choice) => (
          <label key={String(choice)} className={classes.choice} data-checked={choice === isAnyone || undefined}>
            <input type="radio" name={name} checked={choice === isAnyone} onChange={() => onAnyone(choice)} />
            <span>{choice ? t('booking.anyone') : profile.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
