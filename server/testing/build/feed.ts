// Builds feeds of calendars.
import { randomUUIDv7 } from 'node:crypto';
import type { FeedDetail } from '#contract/lib/feed-detail.ts';
import type { Services } from '#server/lib/context.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';

/** A feed of the calendar of an employee, made by them. */
export async function buildFeed(
  services: Services,
  { companyId, calendarId, userId }: { companyId: string; calendarId: string; userId: string },
  { detail = 'names' }: { detail?: FeedDetail } = {},
): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUIDv7(), newToken()];
  await services.database.write
    .insertInto('feeds')
    .values({
      ...{ companyId, id, calendarId, kind: 'person', detail, createdBy: userId },
      ...{ tokenHash: hashToken(token), createdAt: services.clock.now() },
    })
    .execute();
  return { id, token };
}
