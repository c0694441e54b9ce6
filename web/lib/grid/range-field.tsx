// The date range of a log. Without a choice, the list uses its default range.
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceDeclaration } from '#contract/lib/resource.ts';
import { dayRange, visitorZone } from '#web/lib/dates.ts';
import { datePickerProps } from '#web/lib/editor/date-picker-props.ts';
import dayClasses from '#web/lib/editor/editor.module.css';
import classes from './grid.module.css';
import type { GridState } from './use-grid.ts';

export function RangeField({ range, state }: { range: NonNullable<ResourceDeclaration['range']>; state: GridState }) {
  const { t } = useTranslation();
  const { from = null, to = null } = state.search;
  const [chosen, choose] = useState<[string | null, string | null]>();
  const shown = chosen ?? [from, to];
  const placeholder = spanLabel(range.defaultSpan);
  const presets = rangePresets();
  const preset = presets.find(({ value: [first, last] }) => first === shown[0] && last === shown[1]);
  const label = preset?.label ?? (shown[0] ? rangeLabel(shown) : placeholder);
  return (
    <DatePickerInput
      type="range"
      allowSingleDateInRange
      size="sm"
      className={classes.range}
      aria-label={`${t('grid.range')}: ${label}`}
      title={label}
      placeholder={placeholder}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden="true" />}
      valueFormatter={() => label}
      {...datePickerProps()}
      presets={presets}
      // The dropdown takes no name, which a dialog would need: it is a part of the page, beside its field.
      popoverProps={{ withRoles: false, withinPortal: false }}
      classNames={{ day: dayClasses.day, datePickerRoot: classes.rangeMenu, presetsList: classes.presets }}
      clearable
      clearButtonProps={{ 'aria-label': t('grid.clearRange') }}
      value={shown}
      onChange={([first, last]) => {
        // Wait for both days before searching.
        choose(first && !last ? [first, last] : undefined);
        if (Boolean(first) === Boolean(last)) state.change({ from: first ?? undefined, to: last ?? undefined });
      }}
    />
  );
}

/** A single day or month has a word of its own: one of "21 days" and of "1 day" is the same form in some languages. */
function spanLabel({ days, months = 1 }: NonNullable<ResourceDeclaration['range']>['defaultSpan']): string {
  const { t } = i18next;
  if (days) return days === 1 ? t('grid.lastDay') : t('grid.lastDays', { count: days });
  return months === 1 ? t('grid.lastMonth') : t('grid.lastMonths', { count: months });
}

/** The first day of any log. */
const beginning = '2000-01-01';

/** The ranges that are chosen by one click; they end today. */
function rangePresets(): { label: string; value: [string, string] }[] {
  const { t } = i18next;
  const today = Temporal.Now.plainDateISO(visitorZone());
  const since = (first: Temporal.PlainDate): [string, string] => [first.toString(), today.toString()];
  return [
    { label: t('grid.today'), value: since(today) },
    { label: t('grid.lastDays', { count: 7 }), value: since(today.subtract({ days: 6 })) },
    { label: t('grid.thisMonth'), value: since(today.with({ day: 1 })) },
    { label: t('grid.allTime'), value: [beginning, today.toString()] },
  ];
}

/** `1–3 Nov 2026`; an incomplete range ends in `– …`. */
function rangeLabel([first, last]: readonly (string | null | undefined)[]): string {
  if (!first) return '';
  return last ? dayRange(first, last) : `${dayRange(first, first)} – …`;
}
