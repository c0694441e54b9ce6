// Serves reports and the figures of the dashboard.
import { reports } from '#contract/reports/reports.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readCompany } from '#server/reports/company/read-company.ts';
import { readMarketing, readMarketingReport, readPoints } from '#server/reports/figures/read-points.ts';
import { readReport } from '#server/reports/figures/read-report.ts';
import { readDashboard } from './read-dashboard.ts';
import { readWeek } from './read-week.ts';

export const reportRoutes = serve(reports, {
  getCalendarEvents: (context, range) => readPoints(context, 'calendarEvents', range),
  getEmailMessages: (context, range) => readPoints(context, 'emailMessages', range),
  getSmsMessages: (context, range) => readPoints(context, 'smsMessages', range),
  getIncomes: (context, range) => readPoints(context, 'incomes', range),
  getEmailMarketing: (context, range) => readMarketing(context, 'mail', range),
  getSmsMarketing: (context, range) => readMarketing(context, 'sms', range),
  getReport: readReport,
  getMarketing: readMarketingReport,
  getCompany: readCompany,
  getWeek: readWeek,
  getDashboard: readDashboard,
});
