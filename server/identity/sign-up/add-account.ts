// Creates the account of a new person, who thereby accepts the terms and the privacy policy: every form says so.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { agreeByJoining } from '#server/identity/privacy/agree.ts';
import type { Context } from '#server/lib/context.ts';
import { languageIdOf } from './language-id.ts';

/** Creates the account in the caller's transaction and returns its id; undefined when the login is taken. */
export async function addAccount(
  context: Context,
  person: {
    logIn: string;
    /** Null for a person who signs in with another site. */
    passwordHash: string | null;
    firstName?: string | undefined;
    lastName?: string | undefined;
    isEMailVerified?: boolean;
  },
): Promise<string | undefined> {
  const { isEMailVerified, ...values } = person;
  const now = context.clock.now();
  const made = await context.db
    .insertInto('users')
    .values({
      ...values,
      id: randomUUIDv7(),
      languageId: await languageIdOf(context.db, context.visitor.language),
      eMailVerifiedAt: isEMailVerified ? now : null,
      createdAt: now,
    })
    // The unique index is on the lower-case login.
    .onConflict((conflict) => conflict.expression(sql`lower(log_in)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return undefined;
  await agreeByJoining(context, made.id);
  return made.id;
}
