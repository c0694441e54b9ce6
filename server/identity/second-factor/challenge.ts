// Challenges sent to a browser or another site: each returns once, within minutes, and is found by its random value.
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';

const minutes = 5;

interface Challenge {
  /** The random text that comes back. */
  value: string;
  purpose: string;
  userId?: string | undefined;
  /** The data needed when the challenge comes back. */
  content?: Record<string, unknown>;
}

interface StoredChallenge {
  userId: string | null;
  content: Record<string, unknown>;
}

/** Stores a challenge for five minutes; deletes expired ones. */
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

/** Deletes a challenge and returns its content; undefined when it is unknown, used, expired or for another purpose. */
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

/** Returns the same without deleting the challenge. */
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

/** Records for `seconds` that a value has been used; returns false when it had been before. */
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
  // Stored as an object.
  return { userId: row.userId, content: row.content as Record<string, unknown> };
}
