// The date range of a log. Without a choice, the list uses its default range.
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceDeclaration } from '#contract/lib/resource.ts';
import { dayRange } from '#web/lib/dates.ts';
import { datePickerProps } from '#web/lib/editor/date-picker-props.ts';
import classes from './grid.module.css';
import type { GridState } from './use-grid.ts';

export function RangeField({ range, state }: { range: NonNullable<ResourceDeclaration['range']>; state: GridState }) {
  const { t } = useTranslation();
  const { from = null, to = null } = state.search;
  const [chosen, choose] = useState<[string | null, string | null]>();
  const { days, months } = range.defaultSpan;
  const shown = chosen ?? [from, to];
  const placeholder = days ? t('grid.lastDays', { count: days }) : t('grid.lastMonths', { count: months ?? 1 });
  const label = shown[0] ? rangeLabel(shown) : placeholder;
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

/** `1–3 Nov 2026`; an incomplete range ends in `– …`. */
function rangeLabel([first, last]: readonly (string | null | undefined)[]): string {
  if (!first) return '';
  return last ? dayRange(first, last) : `${dayRange(first, first)} – …`;
}
