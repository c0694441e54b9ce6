// Counts visits to a banner by day, without identifying visitors.
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { notFound } from '#server/lib/refusal.ts';

/**
 * Adds one to the visits of the banner on this day (UTC). Throws 404 for an unknown banner, 429 after 120 visits from
 * one address in 15 minutes.
 */
export async function visitBanner(context: Context, input: { id: string }): Promise<undefined> {
  await throttle(context, { action: 'visit address', subject: context.visitor.address, max: 120, minutes: 15 });
  const today = context.clock.now().toZonedDateTimeISO('UTC').toPlainDate();
  const { rows } = await sql`
    insert into banner_visits (banner_id, day) select id, ${today} from banners where id = ${input.id}
    on conflict (banner_id, day) do update set visits = banner_visits.visits + 1
    returning visits`.execute(context.database.write);
  if (rows.length === 0) throw notFound();
}
