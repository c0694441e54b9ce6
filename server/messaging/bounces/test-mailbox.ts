// Tests a bounce mailbox: opens it and says what lies in it. Nothing is marked or changed.
import type { Input, Output } from '#contract/lib/service.ts';
import type { systemBounceMailboxes } from '#contract/messaging/bounce-mailboxes.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { notFound } from '#server/lib/refusal.ts';
import { signedIdsIn } from '#server/messaging/mail/signed-ids.ts';
import { describeMailboxError, mailboxById, type Session, withMailbox } from './mailbox.ts';

type Operation = (typeof systemBounceMailboxes)['operations']['test'];

const timeout = 20_000;
/** The newest messages that are looked at. */
const newest = 20;

/** Does not throw on errors of the server or its settings: they are the result. */
export async function testMailbox(context: SignedIn, { id }: Input<Operation>): Promise<Output<Operation>> {
  await throttle(context, { action: 'bounce mailbox test', subject: context.user.id, max: 20, minutes: 10 });
  const mailbox = await mailboxById(context.db, id);
  if (!mailbox) throw notFound();
  const nothing = { messages: 0, reports: 0, signed: 0 };
  try {
    return await withMailbox(context, mailbox, AbortSignal.timeout(timeout), async (session) => {
      const isMissing = mailbox.movedTo !== '' && !(await session.hasFolder(mailbox.movedTo));
      const found = await look(context, session);
      return { works: !isMissing, answer: isMissing ? 'noFolder' : '', ...found };
    });
  } catch (error) {
    return { works: false, answer: oneLine(describeMailboxError(error), 500), ...nothing };
  }
}

async function look({ config }: SignedIn, session: Session) {
  // Loaded on first use.
  const { readBounceReport } = await import('./read-bounce-report.ts');
  const found = { messages: session.messages, reports: 0, signed: 0 };
  const uids = await session.uidsFrom(Math.max(1, session.uidNext - 500), 500);
  for (const uid of uids.slice(-newest)) {
    const raw = await session.read(uid);
    const report = raw && (await readBounceReport(raw).catch(() => undefined));
    if (!report || report.kind === 'other') continue;
    found.reports++;
    if (signedIdsIn(config, report.named).length > 0) found.signed++;
  }
  return found;
}
