// Closed days and days with other hours at one location, from today on.
import { IconPencil, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { call } from '#web/lib/client/client.ts';
import { dateIn, dayRange, now } from '#web/lib/dates.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { AddButton, ToolButton } from '#web/lib/ui/tool-buttons.tsx';
import { type CalendarLocation, cacheSettings } from './calendar-settings.ts';
import { DaysDialog } from './days-dialog.tsx';
import { groupOverrides, type Period } from './periods.ts';

export function DaysSection({ settings, place }: { settings: CalendarSettings; place: CalendarLocation }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Period | 'new'>();
  const today = dateIn(now(), place.timeZone).toString();
  const periods = groupOverrides(
    settings.overrides.filter(({ locationId }) => locationId === place.id),
    today,
  );
  const add = <AddButton onClick={() => setOpen('new')}>{t('hours.addDays')}</AddButton>;
  return (
    <Section id="days" title={t('hours.days')} action={add}>
      {periods.length === 0 && <p className={formClasses.hint}>{t('hours.noDays')}</p>}
      <ul className={rowClasses.rows}>
        {periods.map((period) => (
          <DaysRow
            key={period.date}
            calendarId={settings.calendarId}
            period={period}
            place={place}
            onEdit={() => setOpen(period)}
          />
        ))}
      </ul>
      {open && (
        <DaysDialog
          calendarId={settings.calendarId}
          place={place}
          today={today}
          period={open === 'new' ? undefined : open}
          title={open === 'new' ? t('hours.newDays') : formatPeriod(open)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

interface RowProps {
  calendarId: string;
  period: Period;
  place: CalendarLocation;
  onEdit: () => void;
}

function DaysRow({ calendarId, period, place, onEdit }: RowProps) {
  const { t } = useTranslation();
  const { date, endDate, open } = period;
  const remove = useMutation({
    mutationFn: () => call(calendarSetup.deleteOverride, { calendarId, locationId: place.id, date, endDate }),
    onSuccess: cacheSettings,
  });
  const days = formatPeriod(period);
  return (
    <li className={rowClasses.item}>
      <div className={rowClasses.itemText}>
        <strong>{days}</strong>
        <span>{open.map(({ start, end }) => `${start}–${end}`).join(', ') || t('hours.closed')}</span>
      </div>
      <div className={rowClasses.tools}>
        <ToolButton label={t('hours.changeDays', { days })} onClick={onEdit} icon={IconPencil} />
        <ToolButton
          loading={remove.isPending}
          label={t('hours.removeDays', { days })}
          onClick={() => remove.mutate()}
          icon={IconX}
        />
      </div>
    </li>
  );
}

function formatPeriod({ date, endDate }: Period): string {
  return dayRange(date, endDate, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}
