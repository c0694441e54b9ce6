// Declares every job: its work, its parameters and its default interval, which the operator can change.
import { z } from 'zod';
import { uncheckedKey } from '#i18n/keys.ts';
import { notifyOfBounces } from '#server/booking/notifications/notify-of-bounces.ts';
import { remindOfVisits } from '#server/booking/notifications/remind-of-visits.ts';
import { printDaysAtOpening } from '#server/booking/papers/print-days-at-opening.ts';
import { countBegunVisits } from '#server/booking/visits/count-visits.ts';
import { expireRequests } from '#server/booking/visits/expire-requests.ts';
import { storeCaps } from '#server/campaigns/audience/store-caps.ts';
import { settleEarlyClicks } from '#server/campaigns/response/settle-early-clicks.ts';
import { adjustLimits } from '#server/campaigns/sending/adjust-limits.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { endJobs } from '#server/devices/jobs/end-jobs.ts';
import type { Services } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { wakeJob } from '#server/lib/wake-job.ts';
import { notifyOfFailures } from '#server/links/outside/rounds/notify-of-failures.ts';
import { readDueCalendars } from '#server/links/outside/rounds/read-due-calendars.ts';
import { readBounces } from '#server/messaging/bounces/read-bounces.ts';
import { reviewPayments, workOnAttempts } from '#server/money/attempts/work-on-attempts.ts';
import { runVerification } from '#server/money/books/run-verification.ts';
import { issueInvoices } from '#server/money/invoices/issue-invoices.ts';
import { makeInvoiceFiles } from '#server/money/invoices/pdf/invoice-files.ts';
import { overdueDays, sendOverdueNotices } from '#server/money/invoices/send-overdue-notices.ts';
import { makeWaitingBackups } from '#server/operations/backups/make-backups.ts';
import { removeOldBackups } from '#server/operations/backups/remove-old-backups.ts';
import { addDueBackups } from '#server/operations/backups/schedule-backups.ts';
import { removeOldRestores } from '#server/operations/restores/remove-old-restores.ts';
import { workOnRestores } from '#server/operations/restores/work-on-restores.ts';
import { closeDays } from '#server/reports/figures/close-days.ts';
import { tidy } from './tidy.ts';

export interface Job<P extends z.ZodObject = z.ZodObject> {
  timeOutSeconds: number;
  nextStartSeconds: number;
  /** The operator's parameters, each with a default; a JSON object on the wire and in the table. */
  parameters: P;
  /** The result is stored and shown. `signal` aborts when the job times out. */
  run(services: Services, parameters: z.output<P>, signal: AbortSignal): Promise<object>;
}

const days = z.number().int().min(1).max(365);

const job = <P extends z.ZodObject>(declared: Job<P>): Job<P> => declared;

export const allJobs: Readonly<Record<string, Job>> = {
  tidy: job({
    timeOutSeconds: 300,
    nextStartSeconds: 600,
    parameters: z.strictObject({ Rows: z.number().int().min(1).max(1_000_000).default(20_000) }),
    run: (services, { Rows }, signal) => tidy(services, { rows: Rows, signal }),
  }),
  invoices: job({
    timeOutSeconds: 600,
    nextStartSeconds: 60,
    parameters: z.strictObject({
      Companies: z.number().int().min(1).max(1_000_000).default(100_000),
      // After the due date, of the three notices.
      OverdueDays: z
        .tuple([days, days, days])
        .refine(([first, second, third]) => first < second && second < third)
        .default([...overdueDays]),
    }),
    run: async (services, { Companies, OverdueDays }, signal) => ({
      ...(await issueInvoices(services, { limit: Companies, signal })),
      notices: await sendOverdueNotices(services, { days: OverdueDays, signal }),
    }),
  }),
  books: job({
    timeOutSeconds: 1_800,
    nextStartSeconds: 86_400,
    parameters: z.strictObject({}),
    run: (services, _parameters, signal) => runVerification(services, { signal }),
  }),
  payments: job({
    timeOutSeconds: 600,
    nextStartSeconds: 60,
    parameters: z.strictObject({ Attempts: z.number().int().min(1).max(100_000).default(500) }),
    run: (services, { Attempts }, signal) => workOnAttempts(services, { limit: Attempts, signal }),
  }),
  paymentReview: job({
    timeOutSeconds: 3_600,
    nextStartSeconds: 86_400,
    parameters: z.strictObject({}),
    run: (services, _parameters, signal) => reviewPayments(services, { signal }),
  }),
  invoiceFiles: job({
    timeOutSeconds: 600,
    nextStartSeconds: 60,
    parameters: z.strictObject({
      Files: z.number().int().min(1).max(1_000_000).default(100_000),
      // Less than the time limit: the next run goes on.
      Seconds: z.number().int().min(1).max(86_400).default(480),
    }),
    run: (services, { Files, Seconds }, signal) =>
      makeInvoiceFiles(services, { limit: Files, seconds: Seconds, signal }),
  }),
  visits: job({
    timeOutSeconds: 300,
    nextStartSeconds: 60,
    parameters: z.strictObject({ Requests: z.number().int().min(1).max(100_000).default(1000) }),
    run: async (services, { Requests }, signal) => ({
      expired: await expireRequests(services, { limit: Requests, signal }),
      counted: await countBegunVisits(services),
    }),
  }),
  figures: job({
    timeOutSeconds: 600,
    nextStartSeconds: 60,
    parameters: z.strictObject({ Days: z.number().int().min(1).max(10_000).default(100) }),
    run: (services, { Days }, signal) => closeDays(services, { days: Days, signal }),
  }),
  backups: job({
    timeOutSeconds: 300,
    nextStartSeconds: 60,
    parameters: z.strictObject({}),
    run: async (services) => {
      const result = {
        scheduled: await addDueBackups(services),
        removed: await removeOldBackups(services),
        restores: await removeOldRestores(services),
      };
      // Not awaited: an archive may take longer than a job, and another process takes over after a minute if this one
      // is killed.
      makeWaitingBackups(services).catch((error: unknown) =>
        services.log.error({ err: error, category: 'Backup' }, 'waiting backups cannot be made'),
      );
      workOnRestores(services).catch((error: unknown) =>
        services.log.error({ err: error, category: 'Backup' }, 'waiting restores cannot be made'),
      );
      return result;
    },
  }),
  reminders: job({
    timeOutSeconds: 300,
    nextStartSeconds: 60,
    parameters: z.strictObject({}),
    run: async (services, _parameters, signal) => ({ queued: await remindOfVisits(services, { signal }) }),
  }),
  prints: job({
    timeOutSeconds: 60,
    nextStartSeconds: 60,
    parameters: z.strictObject({}),
    run: async (services, _parameters, signal) => ({
      ...(await endJobs(services)),
      lists: await printDaysAtOpening(services, { signal }),
    }),
  }),
  bounces: job({
    timeOutSeconds: 300,
    nextStartSeconds: 60,
    parameters: z.strictObject({}),
    run: async (services, _parameters, signal) => ({
      ...(await readBounces(services, { signal })),
      notified: await notifyOfBounces(services, { signal }),
    }),
  }),
  outside: job({
    timeOutSeconds: 600,
    // A hold asks for a reading at once.
    nextStartSeconds: 60,
    parameters: z.strictObject({}),
    run: async (services, _parameters, signal) => {
      const { read: calendars, failed } = await readDueCalendars(services, { signal });
      return { calendars, failed, notified: await notifyOfFailures(services, { signal }) };
    },
  }),
  campaignLimits: job({
    timeOutSeconds: 300,
    nextStartSeconds: 3_600,
    parameters: z.strictObject({}),
    run: (services, _parameters, signal) => adjustLimits(services, { signal }),
  }),
  campaigns: job({
    timeOutSeconds: 300,
    nextStartSeconds: 60,
    parameters: z.strictObject({}),
    run: async (services, _parameters, signal) => {
      let hasMore = false;
      const onTimeUp = async () => {
        hasMore = true;
        await wakeJob(services, 'campaigns');
      };
      try {
        const early = await settleEarlyClicks(services);
        return { ...(await runCampaigns(services, { signal, onTimeUp })), early };
      } finally {
        // Counts are exact without it, and messages that can be queued would wait.
        if (!hasMore) await storeCaps(services, { signal });
      }
    },
  }),
};

/** The original description of a job in a language; the operator can replace it. */
export function deliveredDescription(language: string, name: string): string {
  return translate(language, uncheckedKey(`job.description.${name}`));
}

/** Parses the operator's parameters; an empty text means the defaults. Undefined when the job rejects them. */
export function readParameters<P extends z.ZodObject>({ parameters }: Job<P>, text: string): z.output<P> | undefined {
  try {
    return parameters.safeParse(JSON.parse(text || '{}')).data;
  } catch {
    return undefined;
  }
}
