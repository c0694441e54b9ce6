// Adds a reminder to the feed of every operator of the installation.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { type Notice, textsOf } from './notice.ts';

/**
 * Each operator gets the reminder in their own language, in every company where they operate. Callers of a company may
 * notify them.
 */
export async function remindOperators(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { type, link = '', ...notice }: Notice,
): Promise<void> {
  await sql`select remind_operators(${type}, ${textsOf(notice)}::jsonb, ${link}, ${clock.now()}::timestamptz)`.execute(
    db,
  );
}
