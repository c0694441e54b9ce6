// Reports: appointments, messages, incomes and marketing by day.
import { z } from 'zod';
import { date, id, money } from '#contract/lib/fields.ts';
import { get, service } from '#contract/lib/service.ts';
import { income } from './incomes.ts';
import { reportRange, reportScope } from './range.ts';

/** Subjects of reports. */
export const reportSubjects = ['calendarEvents', 'emailMessages', 'smsMessages', 'incomes'] as const;
export type ReportSubject = (typeof reportSubjects)[number];

const point = z.object({
  x: date,
  /** How many, or an amount. */
  y: z.number(),
  meta: z.object({
    locationId: id.nullable(),
    location: z.string(),
    userId: id.nullable(),
    userName: z.string(),
  }),
});

const marketingPoint = z.object({
  id,
  name: z.string(),
  x: date,
  sent: z.number().int(),
  visited: z.number().int(),
});
export type MarketingPoint = z.output<typeof marketingPoint>;

export const marketingMedia = ['mail', 'sms'] as const;

const dayValue = z.object({ x: date, y: z.number() });
export type DayValue = z.output<typeof dayValue>;

/** A location or a person; without an id and a name, what belongs to none. */
const share = z.object({ id: id.nullable(), name: z.string(), y: z.number(), previous: z.number() });
export type Share = z.output<typeof share>;

const period = z.object({ start: date, end: date });
export type ReportPeriod = z.output<typeof period>;

const compared = z.object({
  subject: z.enum(reportSubjects),
  current: period,
  previous: period,
  /** A value for each day of the period, and of the one before. */
  days: z.array(dayValue),
  previousDays: z.array(dayValue),
});
export type Compared = z.output<typeof compared>;

const report = compared.extend({ locations: z.array(share), people: z.array(share) });
export type Report = z.output<typeof report>;

/** Points of the period, and of the one before. */
const marketingReport = z.object({
  current: period,
  previous: period,
  points: z.array(marketingPoint),
  previousPoints: z.array(marketingPoint),
});
export type MarketingReportAnswer = z.output<typeof marketingReport>;

const figures = {
  events: z.number().int(),
  eMails: z.number().int().meta({ wire: 'EMails' }),
  sms: z.number().int(),
  estimated: money,
  calculated: money,
  realized: money,
};
const mediumFigures = z.object({ sent: z.number().int(), visited: z.number().int() });
const companyReport = z.object({
  current: period,
  previous: period,
  /** The campaigns of each medium; only for administrators of the company, because campaigns belong to no location. */
  marketing: z.array(z.object({ medium: z.enum(marketingMedia), current: mediumFigures, previous: mediumFigures })),
  locations: z.array(
    z.object({ id: id.nullable(), name: z.string(), current: z.object(figures), previous: z.object(figures) }),
  ),
});
export type CompanyReportAnswer = z.output<typeof companyReport>;

const dashboard = z.object({
  week: period,
  month: period,
  /** For each subject the week, then the month, each with the one before. */
  weeks: z.array(compared),
  months: z.array(compared),
  /** Realized incomes: of the week by person, of week and month by location. */
  people: z.array(share),
  locations: z.object({ week: z.array(share), month: z.array(share) }),
  /** Of the days of week and month; only for administrators of the company. */
  companyIncomes: z.array(income).nullable(),
  eMailMarketing: z.array(marketingPoint).meta({ wire: 'EMailMarketing' }),
  smsMarketing: z.array(marketingPoint),
});
export type Dashboard = z.output<typeof dashboard>;

const counted = z.object({ events: z.number().int(), incomes: money });
const weekFigures = z.object({ week: period, current: counted, previous: counted });

const pages = {
  sms: '/app/company/reports/sms',
  incomes: '/app/company/reports/Income',
  mail: '/app/company/reports/email',
  marketing: '/app/company/reports/marketing',
  events: '/app/company/reports/calendar-events',
  company: '/app/company/reports/company',
} as const;

const points = (summary: string, page: string) =>
  get({ summary, page, may: 'lcladmin', inTurn: true, input: z.strictObject(reportRange), output: z.array(point) });
const marketing = (summary: string) =>
  get({
    summary,
    page: pages.marketing,
    may: 'lcladmin',
    inTurn: true,
    input: z.strictObject(reportRange),
    output: z.array(marketingPoint),
  });

export const reports = service(
  'company/reports',
  { about: 'Reports by day, location and person. Local administrators see those of their locations.' },
  {
    getCalendarEvents: points(
      'Returns the appointments by day, location and person: parts of visits, without cancelled ones and blocked time.',
      pages.events,
    ),
    getEmailMessages: points('Returns the e-mails by the day when they were sent, and location.', pages.mail),
    getSmsMessages: points('Returns the SMS by the day when they were sent, and location.', pages.sms),
    getIncomes: points('Returns what customers paid, by day, location and person.', pages.incomes),
    getEmailMarketing: marketing('Returns the messages and visits of e-mail campaigns by day.'),
    getSmsMarketing: marketing('Returns the messages and visits of SMS campaigns by day.'),
    getReport: get({
      summary:
        'Returns a subject by day, location and person, with the period before: the previous month or year of a whole one, else as many days.',
      may: 'lcladmin',
      inTurn: true,
      helps: [pages.events, pages.mail, pages.sms, pages.incomes],
      input: z.strictObject({ ...reportRange, ...reportScope, subject: z.enum(reportSubjects) }),
      output: report,
    }),
    getMarketing: get({
      summary:
        'Returns the campaigns of a medium by day, with the period before. Local administrators get none, because campaigns belong to no location.',
      may: 'lcladmin',
      inTurn: true,
      page: pages.marketing,
      input: z.strictObject({ ...reportRange, medium: z.enum(marketingMedia) }),
      output: marketingReport,
    }),
    getCompany: get({
      summary: 'Returns all figures by location, with the period before.',
      may: 'lcladmin',
      inTurn: true,
      page: pages.company,
      input: z.strictObject(reportRange),
      output: companyReport,
    }),
    getWeek: get({
      summary: 'Returns the appointments and incomes of the current week, and those of the week before.',
      may: 'lcladmin',
      inTurn: true,
      input: z.strictObject({}),
      output: weekFigures,
    }),
    getDashboard: get({
      summary: 'Returns the figures of the dashboard in one answer.',
      may: 'lcladmin',
      inTurn: true,
      input: z.strictObject({}),
      output: dashboard,
    }),
  },
);
