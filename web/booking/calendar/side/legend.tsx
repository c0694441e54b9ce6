// Explains the colours and icons of events.
import { useTranslation } from 'react-i18next';
import { eventTypes } from '#contract/booking/calendar.ts';
import { TypeLabel, TypeSwatch } from '#web/booking/calendar/events/event-type.tsx';
import classes from './legend.module.css';

export function Legend() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('calendar.legend')}>
      <h2 className={classes.title}>{t('calendar.legend')}</h2>
      <ul className={classes.list}>
        {eventTypes.map((type) => (
          <li key={type} className={classes.line}>
            <TypeSwatch type={type} />
            <TypeLabel type={type} />
          </li>
        ))}
      </ul>
    </section>
  );
}
