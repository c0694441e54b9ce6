// The week at one location: working hours and breaks of all days, saved together.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { firstWeekday } from '#web/lib/dates.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type CalendarLocation, cacheSettings } from './calendar-settings.ts';
import classes from './calendar-setup.module.css';
import { DayHours } from './day-hours.tsx';
import {
  addRange,
  copyDay,
  type EditedRange,
  errorKeyOf,
  toEditedRange,
  toWireRanges,
  validateRanges,
} from './week-hours.ts';

function rangesAt({ hours, breaks }: CalendarSettings, place: CalendarLocation): EditedRange[] {
  const isHere = ({ locationId }: { locationId: string }) => locationId === place.id;
  return [
    ...hours.filter(isHere).map((range) => toEditedRange(range, false)),
    ...breaks.filter(isHere).map((range) => toEditedRange(range, true)),
  ];
}

interface Props {
  settings: CalendarSettings;
  place: CalendarLocation;
  /** Reports whether there are unsaved changes. */
  onDirty(isDirty: boolean): void;
  /** Hours can be saved unchanged: the person confirms the usual ones. */
  canConfirm?: boolean;
  onSaved?(): void;
}

export function HoursSection({ settings, place, onDirty, canConfirm = false, onSaved }: Props) {
  const { t } = useTranslation();
  const [ranges, setRanges] = useState(() => rangesAt(settings, place));
  const [isDirty, setDirty] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  useUnsavedChangesGuard(() => isDirty);
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  const change = (next: EditedRange[]) => {
    setRanges(next);
    setDirty(true);
    setErrors({});
  };
  const save = useMutation({
    mutationFn: () =>
      call(calendarSetup.saveWorkingHours, {
        calendarId: settings.calendarId,
        locationId: place.id,
        hours: toWireRanges(ranges, false),
        breaks: toWireRanges(ranges, true),
      }),
    onSuccess(saved) {
      cacheSettings(saved);
      setRanges(rangesAt(saved, place));
      setDirty(false);
      toast('success', t('hours.saved'));
      onSaved?.();
    },
    onError(error) {
      if (!(error instanceof CallError) || error.status !== 417) return;
      const errorsByKey: Record<string, string> = {};
      for (const { key, message } of error.messages) {
        const where = errorKeyOf(ranges, key);
        if (where) errorsByKey[where] ??= message;
        else toast('danger', message);
      }
      showErrors(errorsByKey);
    },
  });
  function showErrors(messages: Record<string, string>) {
    setErrors(messages);
    focusFirstWrong(document.getElementById('hours'));
  }
  const first = firstWeekday();
  return (
    <Section id="hours" title={t('hours.title')}>
      <p className={formClasses.hint}>{t('hours.zone', { zone: place.timeZone })}</p>
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          const mistakes = Object.entries(validateRanges(ranges));
          if (mistakes.length) showErrors(Object.fromEntries(mistakes.map(([where, code]) => [where, t(code)])));
          else save.mutate();
        }}
      >
        <div className={classes.week}>
          {Array.from({ length: 7 }, (_, days) => ((first - 1 + days) % 7) + 1).map((weekday) => (
            <DayHours
              key={weekday}
              weekday={weekday}
              ranges={ranges.filter((range) => range.weekday === weekday)}
              errors={errors}
              onChange={(changed) => change(ranges.map((range) => (range.key === changed.key ? changed : range)))}
              onRemove={(key) => change(ranges.filter((range) => range.key !== key))}
              onAdd={(isBreak) => change(addRange(ranges, weekday, isBreak))}
              onCopy={() => change(copyDay(ranges, weekday))}
            />
          ))}
        </div>
        <FormFoot>
          <Button type="submit" disabled={!isDirty && !canConfirm} loading={save.isPending}>
            {t('hours.save')}
          </Button>
        </FormFoot>
      </form>
    </Section>
  );
}
