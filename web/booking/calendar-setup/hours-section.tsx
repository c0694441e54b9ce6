// The week at one location: working hours and breaks of each day, saved together.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import classes from '#web/identity/account/my-account.module.css';
import { CallError, call } from '#web/lib/client/client.ts';
import { firstWeekday } from '#web/lib/dates.ts';
import { focusFirstWrong } from '#web/lib/forms/form-keys.ts';
import { useKept } from '#web/lib/forms/use-kept.ts';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { DayHours } from './day-hours.tsx';
import { keepSettings, type Place } from './own-calendar.ts';
import { copiedTo, type EditedRange, edited, slipsIn, whereOf, wireRanges, withRange } from './week-hours.ts';

function weekAt({ hours, breaks }: CalendarSettings, place: Place): EditedRange[] {
  const here = ({ locationId }: { locationId: string }) => locationId === place.id;
  return [
    ...hours.filter(here).map((range) => edited(range, false)),
    ...breaks.filter(here).map((range) => edited(range, true)),
  ];
}

interface Props {
  settings: CalendarSettings;
  place: Place;
  /** Told whether something is changed and not saved. */
  onDirty(isDirty: boolean): void;
}

export function HoursSection({ settings, place, onDirty }: Props) {
  const { t } = useTranslation();
  const [ranges, setRanges] = useState(() => weekAt(settings, place));
  const [isDirty, setDirty] = useState(false);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  useKept(() => isDirty);
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  const change = (next: EditedRange[]) => {
    setRanges(next);
    setDirty(true);
    setWrong({});
  };
  const save = useMutation({
    mutationFn: () =>
      call(calendarSetup.saveWorkingHours, {
        locationId: place.id,
        hours: wireRanges(ranges, false),
        breaks: wireRanges(ranges, true),
      }),
    onSuccess(saved) {
      keepSettings(saved);
      setRanges(weekAt(saved, place));
      setDirty(false);
      toast('success', t('hours.saved'));
    },
    onError(error) {
      if (!(error instanceof CallError) || error.status !== 417) return;
      const beside: Record<string, string> = {};
      for (const { key, message } of error.messages) {
        const where = whereOf(ranges, key);
        if (where) beside[where] ??= message;
        else toast('danger', message);
      }
      tell(beside);
    },
  });
  function tell(messages: Record<string, string>) {
    setWrong(messages);
    focusFirstWrong('#hours');
  }
  const first = firstWeekday();
  return (
    <Section id="hours" title={t('hours.title')}>
      <p className={classes.hint}>{t('hours.zone', { zone: place.timeZone })}</p>
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          const slips = Object.entries(slipsIn(ranges));
          if (slips.length) tell(Object.fromEntries(slips.map(([where, code]) => [where, t(code)])));
          else save.mutate();
        }}
      >
        <div className={classes.week}>
          {Array.from({ length: 7 }, (_, days) => ((first - 1 + days) % 7) + 1).map((weekday) => (
            <DayHours
              key={weekday}
              weekday={weekday}
              ranges={ranges.filter((range) => range.weekday === weekday)}
              wrong={wrong}
              onChange={(changed) => change(ranges.map((range) => (range.key === changed.key ? changed : range)))}
              onRemove={(key) => change(ranges.filter((range) => range.key !== key))}
              onAdd={(isBreak) => change(withRange(ranges, weekday, isBreak))}
              onCopy={() => change(copiedTo(ranges, weekday))}
            />
          ))}
        </div>
        <div className={classes.foot}>
          <Button type="submit" disabled={!isDirty} loading={save.isPending}>
            {t('hours.save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
