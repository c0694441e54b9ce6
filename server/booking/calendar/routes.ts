// Serves the calendars of the signed-in area.
import { calendars } from '#contract/booking/calendar.ts';
import { getOpenTimes } from '#server/booking/times/open-times.ts';
import { rangeOf } from '#server/booking/times/slots-for-visitors.ts';
import { serve } from '#server/lib/http/serve.ts';
import { checkMove } from './check-move.ts';
import { deleteEvent } from './delete-event.ts';
import { sendEmailNotification } from './notify-contact.ts';
import { getOutsideTimes } from './outside-times.ts';
import { saveEvent } from './save-event.ts';
import { getSmsNotification, sendSmsNotification } from './sms-to-contact.ts';
import { listCalendars, listEvents } from './store.ts';
import { getTeam } from './team-day.ts';
import { watchCalendars } from './watch-calendars.ts';
import { getWhyNotFree } from './why-not-free.ts';

export const calendarRoutes = serve(calendars, {
  getAllCalendars: (context) => listCalendars(context.db, context.user),
  getCalendarEvents: (context, { calendarId, start, end }) => {
    const { from, to } = rangeOf(start, end);
    const query = {
      calendarId,
      start: Temporal.Instant.fromEpochMilliseconds(from),
      end: Temporal.Instant.fromEpochMilliseconds(to),
    };
    return listEvents(context.db, context.user, query, context.clock.now());
  },
  getOpenTimes,
  getOutsideTimes,
  getWhyNotFree,
  getTeam,
  insertEvent: saveEvent,
  updateEvent: saveEvent,
  checkMove,
  deleteEvent,
  getSmsNotification,
  sendSmsNotification,
  sendEmailNotification,
  getChanges: watchCalendars,
});
