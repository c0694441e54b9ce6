// The usual week of a business: when at least one of its people works.
import { useTranslation } from 'react-i18next';
import type { OpenRange } from '#contract/booking/business-page.ts';
import profileClasses from '#web/booking/public/profile/profile-page.module.css';
import { dateIn, firstWeekday, now, plainDay } from '#web/lib/dates.ts';
import { startOfWeek } from '#web/lib/ui/time/month.ts';
import classes from './business.module.css';

export function OpenHours({ hours, zone }: { hours: readonly OpenRange[]; zone: string }) {
  const { t } = useTranslation();
  const today = dateIn(now(), zone);
  const first = startOfWeek(today, firstWeekday());
  const days = Array.from({ length: 7 }, (_, index) => first.add({ days: index }));
  return (
    <section>
      <h2 className={profileClasses.heading}>{t('business.hours')}</h2>
      <dl className={classes.hours}>
        {days.map((day) => {
          const ranges = hours.filter(({ weekday }) => weekday === day.dayOfWeek);
          return (
            <div key={day.dayOfWeek} className={classes.day} data-today={day.equals(today) || undefined}>
              <dt>{plainDay(day, { weekday: 'long' })}</dt>
              <dd>
                {ranges.length === 0
                  ? t('business.closed')
                  : ranges.map(({ start, end }) => <span key={start}>{`${start} – ${end}`}</span>)}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
