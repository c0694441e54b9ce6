// Reads the bounce mailboxes: new messages once each, in their order.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { activeMailboxes, describeMailboxError, type Mailbox, type Session, withMailbox } from './mailbox.ts';
import type { BounceReport, ReportKind } from './read-bounce-report.ts';
import { settleReport } from './settle-report.ts';
import { keepUnclearReport } from './unclear-reports.ts';

type Counts = Record<'read' | 'failed' | 'gone' | 'complaint' | 'unreadable', number>;

/** Messages of a mailbox that one run reads; the next one continues. */
const perRun = 500;
/** A run gives up a mailbox after this time (ms). */
const defaultTime = 60_000;

/** A mailbox that cannot be read stops neither the others nor the next run; its problem is stored and shown. */
export async function readBounces(
  services: Services,
  { signal, maxTime = defaultTime }: { signal?: AbortSignal | undefined; maxTime?: number } = {},
): Promise<Counts> {
  const counts: Counts = { read: 0, failed: 0, gone: 0, complaint: 0, unreadable: 0 };
  for (const mailbox of await activeMailboxes(services.database.write)) {
    signal?.throwIfAborted();
    let problem = '';
    try {
      const limits = [AbortSignal.timeout(maxTime), ...(signal ? [signal] : [])];
      await withMailbox(services, mailbox, AbortSignal.any(limits), (session) =>
        readNew(services, mailbox, session, counts),
      );
    } catch (error) {
      problem = oneLine(describeMailboxError(error), 500);
      services.log.warn({ category: 'Mail', problem }, `the bounce mailbox ${mailbox.key} could not be read`);
    }
    await sql`
      insert into bounce_readings (mailbox_id, read_at, problem) values (${mailbox.id}, ${services.clock.now()}, ${problem})
      on conflict (mailbox_id) do update set problem = excluded.problem,
        read_at = case excluded.problem when '' then excluded.read_at else bounce_readings.read_at end`.execute(
      services.database.write,
    );
  }
  return counts;
}

async function readNew(services: Services, mailbox: Mailbox, session: Session, counts: Counts): Promise<void> {
  const last = await beginReading(services, mailbox, session);
  const finished: number[] = [];
  try {
    for (const uid of await session.uidsFrom(last + 1, perRun)) {
      const raw = await session.read(uid);
      const report = raw && (await tryRead(services, raw, counts));
      const settled = await settleOnce(services, { mailbox, session, uid, report, isThere: raw !== undefined });
      if (settled === undefined) continue;
      counts.read++;
      if (settled !== 'other') counts[settled]++;
      // Other mail stays as it is: people may read this mailbox as well.
      if (report && report.kind !== 'other') finished.push(uid);
    }
  } finally {
    await session.finish(finished);
  }
}

/** Returns the last number that was read; 0 for a new numbering of the folder. */
async function beginReading(services: Services, { id }: Mailbox, { uidValidity }: Session): Promise<number> {
  const { rows } = await sql<{ lastUid: string }>`
    insert into bounce_readings as r (mailbox_id, uid_validity) values (${id}, ${uidValidity})
    on conflict (mailbox_id) do update set uid_validity = excluded.uid_validity,
      last_uid = case when r.uid_validity = excluded.uid_validity then r.last_uid else 0 end
    returning last_uid`.execute(services.database.write);
  return Number(rows[0]?.lastUid ?? 0);
}

async function tryRead({ log }: Services, raw: Buffer, counts: Counts): Promise<BounceReport | undefined> {
  try {
    // Loaded on first use: most mailboxes are empty.
    const { readBounceReport } = await import('./read-bounce-report.ts');
    return await readBounceReport(raw);
  } catch (error) {
    counts.unreadable++;
    log.debug({ category: 'Mail', err: error }, 'a message of a bounce mailbox could not be read');
    return undefined;
  }
}

/** Settles the report and notes its number in one transaction. Undefined when another process has read it. */
function settleOnce(
  services: Services,
  {
    mailbox,
    session,
    uid,
    report,
    isThere,
  }: { mailbox: Mailbox; session: Session; uid: number; report: BounceReport | undefined; isThere: boolean },
): Promise<ReportKind | undefined> {
  return transaction({ ...services, db: services.database.write }, async (tx) => {
    const { rows } = await sql`
      update bounce_readings set last_uid = ${uid}
      where mailbox_id = ${mailbox.id} and uid_validity = ${session.uidValidity} and last_uid < ${uid}
      returning mailbox_id`.execute(tx.db);
    if (rows.length === 0) return undefined;
    if (report?.isUnclear) {
      await keepUnclearReport(tx, { ...report.shown, mailbox: mailbox.key, reason: 'unclear' });
    } else if (!report && isThere) {
      const unknown = { sender: '', subject: '', message: '' };
      await keepUnclearReport(tx, { ...unknown, mailbox: mailbox.key, reason: 'unreadable' });
    }
    return report ? settleReport(tx, report) : 'other';
  });
}
