// One weekday: its working hours and breaks, with buttons to change them.
import { IconCoffee, IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { plainDay } from '#web/lib/dates.ts';
import { TimeField } from '#web/lib/ui/time/time-field.tsx';
import { ToolButton } from '#web/lib/ui/tool-buttons.tsx';
import classes from './calendar-setup.module.css';
import type { EditedRange } from './week-hours.ts';

interface Props {
  weekday: number;
  ranges: readonly EditedRange[];
  /** Messages, keyed by range and end: `7.start`. */
  errors: Readonly<Record<string, string>>;
  onChange(range: EditedRange): void;
  onRemove(key: string): void;
  onAdd(isBreak: boolean): void;
  /** Copies to all other days with working hours. */
  onCopy(): void;
}

/** `Monday` for 1; 1 January 2024 was a Monday. */
const weekdayName = (weekday: number) => plainDay(`2024-01-0${weekday}`, { weekday: 'long' });

export function DayHours({ weekday, ranges, errors, onChange, onRemove, onAdd, onCopy }: Props) {
  const { t } = useTranslation();
  const day = weekdayName(weekday);
  const isOpen = ranges.some(({ isBreak }) => !isBreak);
  return (
    <fieldset className={classes.day}>
      <legend className="unseen">{day}</legend>
      <p className={classes.dayName} aria-hidden="true">
        {day}
      </p>
      <div className={classes.ranges}>
        {!isOpen && ranges.length === 0 && <span className={classes.closed}>{t('hours.closed')}</span>}
        {ranges.map((range) => (
          <div key={range.key} className={classes.range}>
            {range.isBreak && <span className={classes.breakMark}>{t('hours.break')}</span>}
            <TimeField
              isLabelHidden
              label={t(range.isBreak ? 'hours.breakFrom' : 'hours.fromOf', { day })}
              value={range.start}
              error={errors[`${range.key}.start`]}
              onChange={(start) => onChange({ ...range, start })}
            />
            <span aria-hidden="true">–</span>
            <TimeField
              isLabelHidden
              label={t(range.isBreak ? 'hours.breakUntil' : 'hours.untilOf', { day })}
              value={range.end}
              error={errors[`${range.key}.end`]}
              onChange={(end) => onChange({ ...range, end })}
            />
            <ToolButton
              label={t('hours.removeRange', { range: `${range.start}–${range.end}`, day })}
              onClick={() => onRemove(range.key)}
              icon={IconX}
            />
          </div>
        ))}
      </div>
      <div className={classes.dayTools}>
        <ToolButton label={t('hours.addRangeOn', { day })} onClick={() => onAdd(false)} icon={IconPlus} />
        {isOpen && (
          <>
            <ToolButton label={t('hours.addBreakOn', { day })} onClick={() => onAdd(true)} icon={IconCoffee} />
            <ToolButton label={t('hours.copyTo', { day })} onClick={onCopy} icon={IconCopy} />
          </>
        )}
      </div>
    </fieldset>
  );
}
