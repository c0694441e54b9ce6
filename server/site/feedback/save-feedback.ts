// Saves feedback and notifies the operators.
import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { feedbackInput } from '#contract/site/home.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { personNameOf } from '#server/lib/sql/person-name.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';

const limit = { max: 10, minutes: 15 };
/** Length of a message in a reminder (characters). */
const excerptLength = 120;

/** Returns the saved record. Throws 429 after ten in 15 minutes, by address or by signed-in person. */
export async function saveFeedback(context: Context, input: z.output<typeof feedbackInput>) {
  const { user, visitor, clock } = context;
  const subject = user
    ? { action: 'feedback user', subject: user.id }
    : { action: 'feedback address', subject: visitor.address };
  await throttle(context, { ...subject, ...limit });
  const { type, message, name = '', eMail = '' } = input;
  const feedback = {
    id: randomUUIDv7(),
    type,
    message,
    name,
    eMail,
    userId: user?.id ?? null,
    createdAt: clock.now(),
  } satisfies ColumnsOf<'feedback', typeof input>;
  await transaction(context, async (tx) => {
    await tx.db.insertInto('feedback').values(feedback).execute();
    const sender = user ? personNameOf(user) || user.logIn : name || eMail;
    await remindOperators(tx, {
      type: 'system',
      words: sender ? `reminderText.feedback.${type}` : `reminderText.anonymous.${type}`,
      params: {
        who: sender,
        text: message.length > excerptLength ? `${message.slice(0, excerptLength - 1)}…` : message,
      },
      link: `/app/system/feedback?open=${feedback.id}`,
    });
  });
  return { id: feedback.id, type, message, created: feedback.createdAt.toString() };
}
