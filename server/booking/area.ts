// The routes, pages and menu items of booking.
import { type Area, page } from '#server/lib/area.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { calendarSetupRoutes } from './calendar-setup/routes.ts';
import { bookingRoutes } from './public/routes.ts';

export const bookingArea = {
  routes: { publicCalendars: bookingRoutes, calendars: calendarRoutes, calendarSetup: calendarSetupRoutes },
  menu: [
    page('/app/user/calendars', 'user', {
      key: 'calendars',
      name: 'Calendars',
      order: 1,
      icon: 'fa fa-calendar',
      ids: ['000302', '000402'],
    }),
  ],
} satisfies Area;
