// Selects the calendars to show: the user's own and those of colleagues.
import { Chip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import { colourOf } from '#web/booking/calendar/view/calendar-colour.ts';
import classes from './calendar-chips.module.css';

interface Props {
  calendars: readonly Calendar[];
  shownIds: readonly string[];
  /** At least one calendar stays selected, except in the views of the team. */
  onShow: (ids: string[]) => void;
  /** Without a selection, all who work are shown. */
  isTeam: boolean;
}

export function CalendarChips({ calendars, shownIds, onShow, isTeam }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{t('calendar.calendars')}</legend>
      <div className={classes.chips}>
        {isTeam && (
          <Chip
            {...{ size: 'sm', radius: 'sm', variant: 'outline', color: 'primary' }}
            checked={shownIds.length === 0}
            onChange={() => onShow([])}
          >
            {t('team.everyone')}
          </Chip>
        )}
        <Chip.Group
          multiple
          value={[...shownIds]}
          onChange={(ids) => (isTeam || ids.length > 0) && onShow(inOrder(calendars, ids))}
        >
          {calendars.map((calendar) => (
            <Chip key={calendar.id} value={calendar.id} size="sm" radius="sm" variant="outline" color="primary">
              <span className={classes.dot} style={{ background: colourOf(calendars, calendar.id) }} />
              {calendar.isOwn ? t('calendar.mine') : calendar.name}
            </Chip>
          ))}
        </Chip.Group>
      </div>
    </fieldset>
  );
}

function inOrder(calendars: readonly Calendar[], ids: readonly string[]): string[] {
  return calendars.map(({ id }) => id).filter((id) => ids.includes(id));
}
