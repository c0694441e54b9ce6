// The days of a list of what happened; without a choice it shows as far back as the list says.
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Declared } from '#contract/lib/resource.ts';
import { firstWeekday } from '#web/lib/dates.ts';
import { currentLanguage } from '#web/lib/locale.ts';
import type { GridState } from './use-grid.ts';

export function RangeField({ range, state }: { range: NonNullable<Declared['range']>; state: GridState }) {
  const { t } = useTranslation();
  const { from = null, to = null } = state.search;
  const [chosen, choose] = useState<[string | null, string | null]>();
  const { days, months } = range.back;
  return (
    <DatePickerInput
      type="range"
      allowSingleDateInRange
      size="sm"
      w={230}
      aria-label={t('grid.range')}
      placeholder={days ? t('grid.lastDays', { count: days }) : t('grid.lastMonths', { count: months ?? 1 })}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden="true" />}
      valueFormat="D MMM YYYY"
      locale={currentLanguage()}
      firstDayOfWeek={(firstWeekday() % 7) as 0}
      clearable
      clearButtonProps={{ 'aria-label': t('grid.clearRange') }}
      value={chosen ?? [from, to]}
      onChange={([first, last]) => {
        // Half a choice is not searched for.
        choose(first && !last ? [first, last] : undefined);
        if (Boolean(first) === Boolean(last)) state.change({ from: first ?? undefined, to: last ?? undefined });
      }}
    />
  );
}
