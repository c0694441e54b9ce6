// Keeps what somebody tells us, and tells the operators that there is something to read.
import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { feedbackInput } from '#contract/site/home.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { remindOperators } from '#server/messaging/feed/remind-operators.ts';

const most = { most: 10, minutes: 15 };
/** Characters of a message that stand in a reminder. */
const shown = 120;

/** Answers the saved record; 429 after ten in a quarter of an hour, from one address or of one person who is signed in. */
export async function keepFeedback(context: Context, input: z.output<typeof feedbackInput>) {
  const { user, visitor, clock } = context;
  const whose = user ? { what: 'feedback user', whose: user.id } : { what: 'feedback address', whose: visitor.address };
  await throttle(context, { ...whose, ...most });
  const { type, message, name = '', eMail = '' } = input;
  const told = { id: randomUUIDv7(), type, message, name, eMail, userId: user?.id ?? null, createdAt: clock.now() };
  await transaction(context, async (within) => {
    await within.db.insertInto('feedback').values(told).execute();
    const who = user ? `${user.firstName} ${user.lastName}`.trim() || user.logIn : name || eMail;
    await remindOperators(within, {
      type: 'system',
      words: who ? `reminderText.feedback.${type}` : `reminderText.anonymous.${type}`,
      params: { who, text: message.length > shown ? `${message.slice(0, shown - 1)}…` : message },
      link: `/app/system/feedback?open=${told.id}`,
    });
  });
  return { id: told.id, type, message, created: told.createdAt.toString() };
}
