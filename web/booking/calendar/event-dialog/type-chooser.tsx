// Selects the type of an event by colour, icon and name.
import { useTranslation } from 'react-i18next';
import { type EventType, eventTypes } from '#contract/booking/calendar.ts';
import { TypeLabel, TypeSwatch } from '#web/booking/calendar/events/event-type.tsx';
import classes from './type-chooser.module.css';

interface Props {
  value: EventType;
  disabled?: boolean;
  onChange: (type: EventType) => void;
}

export function TypeChooser({ value, disabled, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.group} disabled={disabled}>
      <legend className={classes.label}>{t('calendar.typeOf')}</legend>
      <div className={classes.choices}>
        {eventTypes.map((type) => (
          <label key={type} className={classes.choice} data-checked={type === value || undefined}>
            <input
              type="radio"
              name="event-type"
              className="unseen"
              checked={type === value}
              onChange={() => onChange(type)}
            />
            <TypeSwatch type={type} />
            <TypeLabel type={type} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
