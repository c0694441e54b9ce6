// The heads of the team's day: each person with what takes them the whole day.
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import grid from '#web/booking/calendar/grid/calendar-grid.module.css';
import { EventWords } from '#web/booking/calendar/grid/event-content.tsx';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import { wholeDayEvents } from './place-events.ts';
import classes from './team-day.module.css';
import type { ShownPerson } from './team-people.ts';

interface Props {
  people: readonly ShownPerson[];
  date: Temporal.PlainDate;
  zone: string;
  onPerson: (calendarId: string) => void;
}

export function TeamHeads({ people, date, zone, onPerson }: Props) {
  const { t } = useTranslation();
  return people.map(({ member }, index) => (
    <div key={member.calendarId} className={classes.head} data-head={member.calendarId} data-x={index} data-y={-1}>
      <button type="button" className={classes.person} onClick={() => onPerson(member.calendarId)}>
        <Portrait picture={member.pictureId} name={member.name} size={36} isFirst />
        <span className={classes.name}>{member.name}</span>
        <span className="unseen">, {t('team.openCalendar')}</span>
      </button>
      <WholeDays events={wholeDayEvents(member.events, date)} zone={zone} />
    </div>
  ));
}

function WholeDays({ events, zone }: { events: readonly CalendarEvent[]; zone: string }) {
  if (events.length === 0) return null;
  return (
    <div className={classes.wholeDays}>
      {events.map((event) => (
        <button
          key={event.id}
          type="button"
          tabIndex={-1}
          className={`${grid.event} ${grid.block} ${grid.row} ${classes.wholeDay}`}
          data-stop
          data-event={event.id}
          data-event-type={event.type}
        >
          <EventWords item={event} zone={zone} time="" isRow />
        </button>
      ))}
    </div>
  );
}
