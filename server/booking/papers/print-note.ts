// Prints a text that a person typed.
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { contentKey } from '#server/devices/jobs/content-key.ts';
import { type PrintWhere, queuePrint } from '#server/devices/jobs/queue-print.ts';
import { headOfPaper, timeOnPaper } from '#server/devices/paper/head-of-papers.ts';
import type { SignedIn } from '#server/lib/context.ts';

const useful = { minutes: 10 };

export async function printNote(
  tx: SignedIn,
  { title, text, ...where }: { title: string; text: string } & PrintWhere,
): Promise<PrintAnswer> {
  const head = await headOfPaper(tx.db, tx.user);
  const now = tx.clock.now();
  const author = [tx.user.firstName, tx.user.lastName].filter(Boolean).join(' ');
  const minute = now.toString({ smallestUnit: 'minute' });
  return queuePrint(
    tx,
    {
      typeKey: 'note',
      values: { ...head.values, title, text, author, printed: timeOnPaper(now, head.timeZone) },
      title,
      language: tx.user.language,
      // The same words later are another note.
      cause: { kind: 'note', key: `${tx.user.id} ${minute} ${contentKey({ title, text })}` },
      locationId: head.locationId,
      expiresAt: now.add(useful),
    },
    where,
  );
}
