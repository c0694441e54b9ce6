// The working hours of a person on one day, as a button that opens them for changes.
import { UnstyledButton } from '@mantine/core';
import { IconCoffee } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ShiftRow } from '#contract/booking/calendar-setup.ts';
import { plainDay } from '#web/lib/dates.ts';
import classes from './shifts.module.css';

export type ShiftDay = ShiftRow['days'][number];

export interface OpenCell {
  row: ShiftRow;
  day: ShiftDay;
}

export interface RowsProps {
  rows: readonly ShiftRow[];
  /** The location of a row, where it is needed to tell it from others. */
  labelOf: (row: ShiftRow) => string | undefined;
  onOpen: (cell: OpenCell) => void;
}

interface Props extends OpenCell {
  /** Names the row in the label of the button. */
  label: string | undefined;
  onOpen: (cell: OpenCell) => void;
}

export function ShiftCell({ row, day, label, onOpen }: Props) {
  const { t } = useTranslation();
  const hours = day.open.map(({ start, end }) => `${start}–${end}`);
  const shown = hours.length > 0 ? hours : [t('shifts.off')];
  const who = [row.name, label, plainDay(day.date, { weekday: 'long', day: 'numeric', month: 'long' })];
  return (
    <UnstyledButton
      className={classes.cell}
      data-off={hours.length === 0 || undefined}
      data-exception={day.isException || undefined}
      onClick={() => onOpen({ row, day })}
    >
      <span className="unseen">{who.filter(Boolean).join(', ')}: </span>
      {shown.map((one) => (
        <span key={one}>{one} </span>
      ))}
      {day.breaks.map(({ start, end }) => (
        <span key={start} className={classes.break} title={t('hours.break')}>
          <IconCoffee size={13} stroke={1.75} aria-hidden="true" />
          <span className="unseen">{t('hours.break')} </span>
          {`${start}–${end} `}
        </span>
      ))}
      {day.isException && <span className={classes.note}>{t('shifts.exception')}</span>}
    </UnstyledButton>
  );
}
