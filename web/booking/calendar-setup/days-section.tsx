// Days off and days with other hours at one location, from today on.
import { IconPencil, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import classes from '#web/identity/account/my-account.module.css';
import { call } from '#web/lib/client/client.ts';
import { dateIn, now, plainDay } from '#web/lib/dates.ts';
import { Section } from '#web/lib/ui/section.tsx';
import { AddButton, Tool } from '#web/lib/ui/tools.tsx';
import { DaysDialog } from './days-dialog.tsx';
import { keepSettings, type Place } from './own-calendar.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

export function DaysSection({ settings, place }: { settings: CalendarSettings; place: Place }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Stretch | 'new'>();
  const today = dateIn(now(), place.timeZone).toString();
  const stretches = stretchesOf(
    settings.overrides.filter(({ locationId }) => locationId === place.id),
    today,
  );
  const add = <AddButton onClick={() => setOpen('new')}>{t('hours.addDays')}</AddButton>;
  return (
    <Section id="days" title={t('hours.days')} action={add}>
      {stretches.length === 0 && <p className={classes.hint}>{t('hours.noDays')}</p>}
      <ul className={classes.rows}>
        {stretches.map((stretch) => (
          <DaysRow key={stretch.date} stretch={stretch} place={place} onEdit={() => setOpen(stretch)} />
        ))}
      </ul>
      {open && (
        <DaysDialog
          place={place}
          today={today}
          stretch={open === 'new' ? undefined : open}
          title={open === 'new' ? t('hours.addDays') : daysOf(open)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

function DaysRow({ stretch, place, onEdit }: { stretch: Stretch; place: Place; onEdit: () => void }) {
  const { t } = useTranslation();
  const { date, endDate, open } = stretch;
  const remove = useMutation({
    mutationFn: () => call(calendarSetup.deleteOverride, { locationId: place.id, date, endDate }),
    onSuccess: keepSettings,
  });
  const days = daysOf(stretch);
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <strong>{days}</strong>
        <span>{open.map(({ start, end }) => `${start}–${end}`).join(', ') || t('hours.closed')}</span>
      </div>
      <div className={classes.tools}>
        <Tool label={t('hours.changeDays', { days })} onClick={onEdit} icon={IconPencil} />
        <Tool
          loading={remove.isPending}
          label={t('hours.removeDays', { days })}
          onClick={() => remove.mutate()}
          icon={IconX}
        />
      </div>
    </li>
  );
}

const dayOf = (date: string) => plainDay(date, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

function daysOf({ date, endDate }: Stretch): string {
  return date === endDate ? dayOf(date) : `${dayOf(date)} – ${dayOf(endDate)}`;
}
