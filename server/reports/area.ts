// The routes, pages and menu items of the reports area.
import { type Area, heading, page } from '#server/lib/area.ts';
import { reportRoutes } from './dashboard/routes.ts';
import { incomeRoutes } from './incomes/routes.ts';
import { setupRoutes } from './setup/routes.ts';

export const reportsArea = {
  routes: { setup: setupRoutes, incomes: incomeRoutes, reports: reportRoutes },
  menu: [
    heading({ key: 'reports', order: 60, icon: 'fa fa-bar-chart' }),
    page('/app/company/reports/company', 'lcladmin', report('reportCompany', 1, 'fa fa-building')),
    page('/app/company/reports/Income', 'lcladmin', report('reportIncome', 2, 'fa fa-euro')),
    page('/app/company/reports/calendar-events', 'lcladmin', report('reportEvents', 3, 'fa fa-calendar')),
    page('/app/company/reports/email', 'lcladmin', report('reportMail', 4, 'fa fa-envelope')),
    page('/app/company/reports/sms', 'lcladmin', report('reportSms', 5, 'fa fa-comment')),
    page('/app/company/reports/marketing', 'lcladmin', report('reportMarketing', 6, 'fa fa-bullhorn')),
  ],
} satisfies Area;

function report(key: string, order: number, icon: string) {
  return { key, order, icon, below: 'reports' };
}
