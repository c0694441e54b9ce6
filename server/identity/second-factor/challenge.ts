// What was asked of a browser or of another site: it comes back once, within minutes, and is found again by its random part.
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';

const minutes = 5;

interface Challenge {
  /** The random text that comes back. */
  value: string;
  purpose: string;
  userId?: string | undefined;
  /** What must be known when it comes back. */
  content?: Record<string, unknown>;
}

interface StoredChallenge {
  userId: string | null;
  content: Record<string, unknown>;
}

/** Keeps a challenge for five minutes; what is older goes. */
export async function storeChallenge(context: Context, { value, purpose, userId, content }: Challenge): Promise<void> {
  const now = context.clock.now();
  await sql`
    with old as (
      delete from sign_in_challenges where ctid = any(array(
        select ctid from sign_in_challenges where expires_at < ${now} limit 100 for update skip locked))
    )
    insert into sign_in_challenges (hash, purpose, user_id, content, expires_at)
    values (${hashToken(value)}, ${purpose}, ${userId ?? null}, ${JSON.stringify(content ?? {})},
      ${now.add({ minutes })})`.execute(context.database.write);
}

/** Takes a challenge away and answers what was kept; undefined for an unknown, used or late one, and for another purpose. */
export async function consumeChallenge(
  context: Context,
  value: string,
  purpose: string,
): Promise<StoredChallenge | undefined> {
  const consumed = await context.database.write
    .deleteFrom('signInChallenges')
    .where('hash', '=', hashToken(value))
    .where('purpose', '=', purpose)
    .returning(['userId', 'content', 'expiresAt'])
    .executeTakeFirst();
  return consumed && unexpired(context, consumed);
}

/** The same, left where it is. */
export async function peekChallenge(
  context: Context,
  value: string,
  purpose: string,
): Promise<StoredChallenge | undefined> {
  const found = await context.database.write
    .selectFrom('signInChallenges')
    .select(['userId', 'content', 'expiresAt'])
    .where('hash', '=', hashToken(value))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return found && unexpired(context, found);
}

/** Remembers for so many seconds that something was used; false when it was before. */
export async function recordUse(context: Context, value: string, seconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await context.database.write
    .insertInto('signInChallenges')
    .values({
      hash: hashToken(value),
      purpose: 'used',
      content: '{}',
      expiresAt: context.clock.now().add({ seconds }),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function unexpired(context: Context, row: { userId: string | null; content: unknown; expiresAt: Temporal.Instant }) {
  if (Temporal.Instant.compare(row.expiresAt, context.clock.now()) <= 0) return undefined;
  // We wrote it as an object.
  return { userId: row.userId, content: row.content as Record<string, unknown> };
}
