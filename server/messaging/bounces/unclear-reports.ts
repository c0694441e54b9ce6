// Keeps the reports that were not understood for the operator: the newest, cut, and without what opens an account.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { systemUnclearReports, type UnclearReason } from '#contract/messaging/unclear-reports.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';
import { maskTokens } from '#server/messaging/outbox/mask-tokens.ts';

/** Anybody can write to a bounce mailbox: what is kept of it has an end. */
const max = { reports: 500, characters: 8_000, line: 300 };
/** Operators hear of new reports once in this time. */
const noticeEvery = Temporal.Duration.from({ hours: 24 });

export interface UnclearReport {
  mailbox: string;
  sender: string;
  subject: string;
  message: string;
  reason: UnclearReason;
}

/** Writes in the caller's transaction; deletes the oldest beyond the limit. */
export async function keepUnclearReport(tx: ServiceContext, report: UnclearReport): Promise<void> {
  const createdAt = tx.clock.now();
  const { rows } = await sql<{ isNoticed: boolean }>`
    select exists (select from unclear_reports where created_at > ${createdAt.subtract(noticeEvery)}) as is_noticed`.execute(
    tx.db,
  );
  await tx.db
    .insertInto('unclearReports')
    .values({
      ...{ id: randomUUIDv7(), createdAt, reason: report.reason, mailbox: report.mailbox },
      sender: oneLine(maskTokens(report.sender), max.line),
      subject: oneLine(maskTokens(report.subject), max.line),
      message: maskTokens(withoutControls(report.message)).slice(0, max.characters),
    })
    .execute();
  await sql`
    delete from unclear_reports where id in (
      select id from unclear_reports order by created_at desc, id desc offset ${max.reports})`.execute(tx.db);
  if (rows[0]?.isNoticed) return;
  await remindOperators(tx, {
    type: 'other',
    words: 'reminderText.unclearReports',
    params: { name: report.mailbox },
    link: systemUnclearReports.declared.page,
  });
}

/** PostgreSQL stores no zero character, and a reader's terminal or editor obeys others. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
}

export const unclearReportRoutes = serve(
  systemUnclearReports.operations,
  gridOf(systemUnclearReports, {
    rows: ({ db }) =>
      db
        .selectFrom('unclearReports as r')
        .select(['r.id', 'r.createdAt', 'r.mailbox', 'r.sender', 'r.subject', 'r.reason', 'r.message']),
    table: 'unclearReports',
  }),
);
