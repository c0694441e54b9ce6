// Serves public booking.
import { publicCalendars } from '#contract/booking/public.ts';
import { serve } from '#server/lib/http/serve.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { processAppointment, readAppointment, readCalendarEntry } from './appointment-link.ts';
import { bookAppointment } from './book-appointment.ts';
import { getFirstFree, getSlots, rangeOf } from './free-times.ts';
import { readProfile } from './read-profile.ts';
import { agreeToMail, declineHold } from './settle-hold.ts';
import { listOccupied } from './store.ts';

export const bookingRoutes = serve(publicCalendars, {
  getProfile: readProfile,
  getEvents: (context, { start, end, ...whose }) => {
    const { from, to } = rangeOf(start, end);
    const range = {
      from: Temporal.Instant.fromEpochMilliseconds(from),
      to: Temporal.Instant.fromEpochMilliseconds(to),
    };
    return listOccupied(context.db, whose, range, context.clock.now());
  },
  getSlots,
  getFirstFree,
  async insertEvent(context, wish) {
    const most = context.config.bookingsPerMinute;
    if (most > 0) await throttle(context, { what: 'booking', whose: context.visitor.address, most, minutes: 1 });
    return bookAppointment(context, wish);
  },
  confirmEvent: agreeToMail,
  deleteEvent: declineHold,
  getAppointment: readAppointment,
  processAppointment,
  getCalendarEntry: readCalendarEntry,
});
