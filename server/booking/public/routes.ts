// Serves public booking.
import { publicCalendars } from '#contract/booking/public.ts';
import { getFirstFree, getSlots, rangeOf } from '#server/booking/times/slots-for-visitors.ts';
import { serve } from '#server/lib/http/serve.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { processAppointment, readCalendarEntry, readLinkedAppointment } from './appointment-link.ts';
import { bookAppointment } from './book-appointment.ts';
import { readProfile } from './read-profile.ts';
import { getNewTimes, rescheduleAppointment } from './reschedule-appointment.ts';
import { confirmHold, releaseHold } from './settle-hold.ts';
import { listOccupied } from './store.ts';
import { readConsents, setConsent } from './visitor-consents.ts';

export const bookingRoutes = serve(publicCalendars, {
  getProfile: readProfile,
  getEvents: (context, { start, end, ...address }) => {
    const { from, to } = rangeOf(start, end);
    const range = {
      from: Temporal.Instant.fromEpochMilliseconds(from),
      to: Temporal.Instant.fromEpochMilliseconds(to),
    };
    return listOccupied(context.db, address, range, context.clock.now());
  },
  getSlots,
  getFirstFree,
  async insertEvent(context, request) {
    const max = context.config.bookingsPerMinute;
    if (max > 0) await throttle(context, { action: 'booking', subject: context.visitor.address, max, minutes: 1 });
    return bookAppointment(context, request);
  },
  confirmEvent: confirmHold,
  deleteEvent: releaseHold,
  getAppointment: readLinkedAppointment,
  processAppointment,
  getNewTimes,
  rescheduleAppointment,
  getConsents: readConsents,
  setConsent,
  getCalendarEntry: readCalendarEntry,
});
