// The shifts of a week: a table on a wide screen, a card for each person on a narrow one.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ShiftRow } from '#contract/booking/calendar-setup.ts';
import { plainDay } from '#web/lib/dates.ts';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import { type RowsProps, ShiftCell } from './shift-cell.tsx';
import classes from './shifts.module.css';

const keyOf = ({ calendarId, locationId }: ShiftRow) => `${calendarId} ${locationId}`;

export function ShiftTable({ rows, labelOf, onOpen }: RowsProps) {
  const { t } = useTranslation();
  const days = rows[0]?.days ?? [];
  return (
    <table className={classes.table}>
      <caption className="unseen">{t('shifts.title')}</caption>
      <thead>
        <tr>
          <th scope="col" className={classes.corner}>
            {t('shifts.person')}
          </th>
          {days.map(({ date }) => (
            <th key={date} scope="col" className={classes.day}>
              {plainDay(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row" className={classes.person}>
              <Person row={row} label={labelOf(row)} />
            </th>
            {row.days.map((day) => (
              <td key={day.date}>
                <ShiftCell {...{ row, day, onOpen }} label={labelOf(row)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ShiftCards({ rows, labelOf, onOpen }: RowsProps) {
  return (
    <ul className={classes.cards}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={classes.card}>
          <h2 className={classes.cardTitle}>
            <Person row={row} label={labelOf(row)} />
          </h2>
          <ul className={classes.cardDays}>
            {row.days.map((day) => (
              <li key={day.date} className={classes.cardDay}>
                <span aria-hidden>{plainDay(day.date)}</span>
                <ShiftCell {...{ row, day, onOpen }} label={labelOf(row)} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Person({ row: { userId, name, pictureId }, label }: { row: ShiftRow; label: string | undefined }) {
  return (
    <span className={classes.personName}>
      <Portrait picture={pictureId} name={name} size={28} />
      <span>
        <Link to="/app/company/employees/$id" params={{ id: userId }} hash="availability" className={classes.link}>
          {name}
        </Link>
        {label && <span className={classes.place}>{label}</span>}
      </span>
    </span>
  );
}
