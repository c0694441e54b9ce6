// Serves the setup of calendars.
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readShifts } from './read-shifts.ts';
import { deleteOverride, saveOverride } from './save-override.ts';
import { chooseService, deleteService, orderServices, saveBookingRules, saveService } from './save-service.ts';
import { saveWorkingHours } from './save-working-hours.ts';
import { readCalendarSettings } from './settings.ts';

export const calendarSetupRoutes = serve(calendarSetup, {
  getSettings: readCalendarSettings,
  getShifts: readShifts,
  saveWorkingHours,
  saveOverride,
  deleteOverride,
  saveBookingRules,
  saveService,
  chooseService,
  deleteService,
  orderServices,
});
