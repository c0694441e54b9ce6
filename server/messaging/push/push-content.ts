// Writes the content of a push message, as `web/public/push-worker.js` reads it.
import { sql } from 'kysely';
import type { ReminderType } from '#contract/messaging/feed.ts';
import type { Db } from '#server/db/pool.ts';

export interface PushMessage {
  id: string;
  reminderId: string;
  subscriptionId: string;
  userId: string;
  /** The sealed subscription. */
  token: Buffer;
  type: ReminderType;
  companyId: string;
  company: string;
  text: string;
  link: string;
  language: string;
  expiresAt: Temporal.Instant | null;
}

/** Push services take about 4,000 bytes, and notifications show few lines. */
const maxText = 400;

/** The contents of claimed deliveries by id. */
export async function loadMessages(db: Db, ids: readonly string[]): Promise<Map<string, PushMessage>> {
  const { rows } = await sql<PushMessage>`
    select m.id, m.reminder_id, m.subscription_id, s.user_id, s.token, r.type, r.text, r.link, m.company_id, c.name as company,
      coalesce(l.key, 'en') as language, d.expires_at
    from push_messages m
    join deliveries d on d.id = m.id
    join push_subscriptions s on s.id = m.subscription_id
    join reminders r on r.company_id = m.company_id and r.id = m.reminder_id
    join companies c on c.id = m.company_id
    join users u on u.id = r.user_id left join languages l on l.id = u.language_id
    where m.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((message) => [message.id, message]));
}

/** A person may work for several companies: the address is a page of the one named. */
export function contentOf({ reminderId, companyId, company, text, link, language }: PushMessage) {
  const title = company || 'Daybook';
  return { id: reminderId, title, text: shorten(text), url: link || '/app/home', company: companyId, language };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > maxText
    ? `${characters
        .slice(0, maxText - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** Seconds for which a push service keeps the message for a browser that is off. */
export function ttlOf({ expiresAt }: PushMessage, now: Temporal.Instant): number {
  return expiresAt ? Math.max(0, Math.floor(expiresAt.since(now).total('seconds'))) : 0;
}

/** News about appointments wakes a phone that saves energy. */
export const urgencyOf = ({ type }: PushMessage): 'high' | 'normal' => (type === 'calendarEvent' ? 'high' : 'normal');

/**
 * A feed item that the person has seen, that is gone with their place in the company, or whose browser wants no more
 * messages is not sent.
 */
export const feedMayStillSend = {
  feed: sql`exists (
    select from push_messages m join push_subscriptions s on s.id = m.subscription_id
    join users u on u.id = s.user_id
    join reminders r on r.company_id = m.company_id and r.id = m.reminder_id and r.user_id = s.user_id
    where m.id = d.id and u.is_push_notifications_enabled and r.visited_at is null)`,
};
