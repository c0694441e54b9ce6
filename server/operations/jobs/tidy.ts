// Deletes expired rows. Nothing relies on their absence: every reader checks the age of a row.
import { sql } from 'kysely';
import { renewAllDocuments } from '#server/booking/directory/renew-documents.ts';
import type { Services } from '#server/lib/context.ts';
import { undoWindow } from '#server/lib/grid/undo-delete.ts';
import { removeFiles } from './remove-files.ts';

/** Retention of a row after it expired. */
const retention = {
  hold: Temporal.Duration.from({ hours: 1 }),
  actionLink: Temporal.Duration.from({ hours: 30 * 24 }),
  idempotencyKey: Temporal.Duration.from({ hours: 24 }),
  throttle: Temporal.Duration.from({ hours: 24 }),
  // A later rejection of the address counts as a repetition until then.
  suppressedAddress: Temporal.Duration.from({ hours: 365 * 24 }),
  receipt: Temporal.Duration.from({ hours: 24 }),
  devicePackage: Temporal.Duration.from({ hours: 48 }),
  unclearReport: Temporal.Duration.from({ hours: 30 * 24 }),
  printJob: Temporal.Duration.from({ hours: 7 * 24 }),
  providerEvent: Temporal.Duration.from({ hours: 90 * 24 }),
  deviceLog: Temporal.Duration.from({ hours: 90 * 24 }),
  outsideRound: Temporal.Duration.from({ hours: 30 * 24 }),
  visitedReminder: Temporal.Duration.from({ hours: 365 * 24 }),
};

/**
 * Deletes expired holds, sessions, action links, idempotency keys, system logs, attempts of messages, unclear reports,
 * audits, throttle windows, reminders and snapshots of deleted records and suppressed addresses, the bytes of deleted
 * files, and the contents of old mails, at most `rows` of each, and returns the counts; renews the documents of the
 * search that no search has renewed. Locked rows are left for the next run, so neither side waits for the other.
 */
export async function tidy(
  services: Services,
  { rows = 20_000, signal }: { rows?: number; signal?: AbortSignal } = {},
): Promise<Record<string, number>> {
  const now = services.clock.now();
  const before = (duration: Temporal.Duration) => now.subtract(duration);
  const old = {
    visits: sql`status = 'held' and held_until < ${before(retention.hold)}`,
    sessions: sql`expires_at < ${now}`,
    action_links: sql`expires_at < ${before(retention.actionLink)}`,
    visitor_sign_ins: sql`expires_at < ${now}`,
    invoice_links: sql`expires_at < ${before(retention.actionLink)}`,
    idempotency_keys: sql`created_at < ${before(retention.idempotencyKey)}`,
    system_logs: sql`created_at < ${before(Temporal.Duration.from({ hours: services.config.logDays * 24 }))}`,
    delivery_attempts: sql`created_at < ${before(Temporal.Duration.from({ hours: services.config.logDays * 24 }))}`,
    user_audits: sql`created_at < ${before(Temporal.Duration.from({ hours: services.config.auditDays * 24 }))}`,
    data_audits: sql`created_at < ${before(Temporal.Duration.from({ hours: services.config.auditDays * 24 }))}`,
    throttles: sql`window_start < ${before(retention.throttle)}`,
    deleted_records: sql`deleted_at < ${before(undoWindow)}`,
    suppressions: sql`expires_at < ${before(retention.suppressedAddress)}`,
    // A receipt that names no SMS of ours within a day never will.
    unmatched_receipts: sql`created_at < ${before(retention.receipt)}`,
    // The code of a package ends earlier.
    device_packages: sql`created_at < ${before(retention.devicePackage)}`,
    unclear_reports: sql`created_at < ${before(retention.unclearReport)}`,
    inbound_messages: sql`created_at < ${before(Temporal.Duration.from({ hours: services.config.messageDays * 24 }))}`,
    // Their documents name customers: long enough to print one again.
    print_jobs: sql`created_at < ${before(retention.printJob)} and state not in ('waiting', 'handed')`,
    device_logs: sql`created_at < ${before(retention.deviceLog)}`,
    outside_rounds: sql`created_at < ${before(retention.outsideRound)}`,
    provider_events: sql`received_at < ${before(retention.providerEvent)} and due_at is null`,
    reminders: sql`visited_at < ${before(retention.visitedReminder)}`,
  };
  const deleted: Record<string, number> = {};
  for (const [table, condition] of Object.entries(old)) {
    signal?.throwIfAborted();
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${rows} for update skip locked))`.execute(
      services.database.write,
    );
    deleted[table] = Number(numAffectedRows ?? 0);
  }
  signal?.throwIfAborted();
  const contents = before(Temporal.Duration.from({ hours: services.config.messageDays * 24 }));
  return {
    ...deleted,
    removed_files: await removeFiles(services, rows, signal),
    file_parts: await removeParts(services),
    email_messages: await emptyMails(services, contents, rows),
    sms_messages: await emptySms(services, contents, rows),
    message_contents: await deleteContents(services, contents, rows),
    search_changes: await renewAllDocuments(services, signal),
  };
}

/** Removes partial files that killed processes left, and returns their number. */
async function removeParts({ files, clock, log }: Services): Promise<number> {
  try {
    return await files.removeParts(clock.now().subtract({ hours: 24 }));
  } catch (error) {
    log.warn({ err: error }, 'partial files were not removed');
    return 0;
  }
}

/** Empties the contents of old mails, which stay as what was sent to whom, and returns how many. */
async function emptyMails(services: Services, before: Temporal.Instant, rows: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as materialized (
      select m.id from email_messages m join deliveries d on d.id = m.id
      where m.created_at < ${before} and (m.html <> '' or m.content_id is not null) and d.state not in ('queued', 'sending', 'held')
      order by m.created_at limit ${rows} for update skip locked),
    ${withoutLinks}
    update email_messages set html = '', plain = '', beginning = null, calendar_entry = null, calendar_method = null,
      content_id = null, fields = null, headers = null
    where id in (select id from old)`.execute(services.database.write);
  return Number(numAffectedRows ?? 0);
}

/** Deletes old contents that mails shared: none of these has its content any more. */
async function deleteContents(services: Services, before: Temporal.Instant, rows: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from message_contents where ctid = any(array(
      select t.ctid from message_contents t
      where t.created_at < ${before} and not exists (
        select from email_messages m where m.company_id = t.company_id and m.content_id = t.id)
      limit ${rows} for update of t skip locked))`.execute(services.database.write);
  return Number(numAffectedRows ?? 0);
}

async function emptySms(services: Services, before: Temporal.Instant, rows: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as materialized (
      select m.id from sms_messages m join deliveries d on d.id = m.id
      where m.created_at < ${before} and m.message <> '' and d.state not in ('queued', 'sending', 'held')
      order by m.created_at limit ${rows} for update skip locked),
    ${withoutLinks}
    update sms_messages set message = '' where id in (select id from old)`.execute(services.database.write);
  return Number(numAffectedRows ?? 0);
}

/** The tokens of the links of messages that were never sent go with their text. */
const withoutLinks = sql`linkless as (
  update deliveries set links = '{}' where links <> '{}' and id in (select id from old))`;
