// The calendars of the team, side by side: a day with a column for each person, or a week with a row for each.
import { Button, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent, TeamMember } from '#contract/booking/calendar.ts';
import type { Move } from '#web/booking/calendar/events/move-event.ts';
import type { TeamViewKind as View } from '#web/booking/calendar/view/calendar-search.ts';
import type { ShownDays } from '#web/booking/calendar/view/shown-days.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { TeamDay } from './team-day.tsx';
import { TeamLocation } from './team-location.tsx';
import { locationsOf, shownPeople } from './team-people.ts';
import classes from './team-view.module.css';
import { TeamWeek } from './team-week.tsx';
import type { TeamActions } from './use-team-sheet.ts';

interface Props extends Omit<TeamActions, 'onDrop'> {
  view: View;
  date: Temporal.PlainDate;
  days: ShownDays;
  zone: string;
  /** Undefined until it is loaded. */
  team: readonly TeamMember[] | undefined;
  /** The user sees no calendar but their own. */
  isAlone: boolean;
  /** The calendars to show; undefined for those of all who work. */
  chosenIds: readonly string[] | undefined;
  locationId: string | undefined;
  /** Shows the day or the week, of the given date or the one in view. */
  onView: (view: View, date?: Temporal.PlainDate) => void;
  onLocation: (id: string | undefined) => void;
  onShow: (ids: string[]) => void;
  onMove: (event: CalendarEvent, move: Move) => void;
}

export function TeamView(props: Props) {
  const { view, zone, team, onView } = props;
  const { t } = useTranslation();
  const chosen = props.chosenIds?.join();
  const locations = useMemo(() => locationsOf(team ?? []), [team]);
  // An address may name a location that is gone, or that the user does not reach.
  const locationId = locations.find(({ id }) => id === props.locationId)?.id;
  const people = useMemo(
    () => shownPeople(team ?? [], { ids: chosen?.split(','), locationId }),
    [team, chosen, locationId],
  );
  if (props.isAlone) return <Alone />;

  const actions = {
    ...props,
    people,
    onDrop: (event: CalendarEvent, move: Move, isStep = false) => (isStep ? props.onStep : props.onMove)(event, move),
  };
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          classNames={{ label: classes.choice }}
          aria-label={t('team.view')}
          value={view}
          onChange={(next) => onView(next as View)}
          data={[
            { value: 'team', label: t('calendar.views.day') },
            { value: 'teamWeek', label: t('calendar.views.week') },
          ]}
        />
        <TeamLocation
          className={classes.location}
          team={team ?? []}
          chosenId={locationId}
          onChoose={props.onLocation}
        />
        {team && people.length > 0 && (
          <span className={classes.count}>
            {chosen ? t('team.chosen', { count: people.length }) : t('team.working', { count: people.length })}
          </span>
        )}
      </div>
      <div className={classes.body}>
        {team && people.length === 0 && (
          <div className={classes.note}>
            <p>{t(view === 'team' ? 'team.closedDay' : 'team.closedWeek')}</p>
            <Button
              variant="default"
              onClick={() => props.onShow((team ?? []).map(({ calendarId }) => calendarId).slice(0, 50))}
            >
              {t('team.showAll')}
            </Button>
          </div>
        )}
        {people.length > 0 && view === 'team' && <TeamDay {...actions} />}
        {people.length > 0 && view === 'teamWeek' && (
          <TeamWeek {...actions} zone={zone} onDay={(date) => onView('team', date)} />
        )}
      </div>
    </div>
  );
}

/** Leads administrators to where they invite colleagues. */
function Alone() {
  const { t } = useTranslation();
  const isAdmin = useCurrentUser().actions.includes('admin');
  return (
    <div className={classes.note}>
      <h2>{t('team.alone')}</h2>
      <p>{t(isAdmin ? 'team.aloneAdmin' : 'team.aloneText')}</p>
      {isAdmin && (
        <Button component="a" href="/app/company/employees" variant="default">
          {t('team.invite')}
        </Button>
      )}
    </div>
  );
}
