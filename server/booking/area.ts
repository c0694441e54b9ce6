// The routes, pages and menu items of booking.
import { companyServices } from '#contract/booking/services.ts';
import { type Area, listPage, page } from '#server/lib/area.ts';
import { publicLocationRoutes } from './business-page/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { calendarSetupRoutes } from './calendar-setup/routes.ts';
import { bookingImportRoutes } from './import/routes.ts';
import { myAppointmentsRoutes } from './mine/routes.ts';
import { paperRoutes } from './papers/routes.ts';
import { bookingRoutes } from './public/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { companyServiceCategoryRoutes, companyServiceRoutes } from './services/routes.ts';
import { visitRoutes } from './visits/routes.ts';

export const bookingArea = {
  routes: {
    publicCalendars: bookingRoutes,
    publicLocations: publicLocationRoutes,
    myAppointments: myAppointmentsRoutes,
    calendars: calendarRoutes,
    calendarSetup: calendarSetupRoutes,
    companyServices: companyServiceRoutes,
    companyServiceCategories: companyServiceCategoryRoutes,
    bookingImports: bookingImportRoutes,
    papers: paperRoutes,
    receipts: receiptRoutes,
    visits: visitRoutes,
  },
  menu: [
    page('/app/user/calendars', 'user', {
      key: 'calendars',
      name: 'Calendars',
      order: 1,
      icon: 'fa fa-calendar',
      ids: ['000302', '000402'],
    }),
    listPage(companyServices, { order: 33, icon: 'fa fa-tag' }),
  ],
} satisfies Area;
