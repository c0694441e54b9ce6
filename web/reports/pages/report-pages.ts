// The reports: names of one file, which the browser loads once.
export { CompanyReport } from './company-report.tsx';
export { IncomeReport } from './income-report.tsx';
export { MarketingReport } from './marketing-report.tsx';
export { EventsReport, MailReport, SmsReport } from './subject-report.tsx';
