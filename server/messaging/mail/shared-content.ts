// Content that many mails share, such as those of a campaign: stored once, filled with the fields of each mail.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { folded } from '#contract/lib/folded.ts';
import type { Db } from '#server/db/pool.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { maskLinks } from '#server/messaging/outbox/link-tokens.ts';
import { fill } from './placeholders.ts';

export interface SharedContent {
  /** Both with placeholders such as `{{name}}`. */
  html: string;
  plain: string;
}

/** Stores the content unless its cause has stored it before; its age counts from the last time. Returns its id. */
export async function storeContent(
  db: Db,
  content: SharedContent & { companyId: string; causeKey: string; createdAt: Temporal.Instant },
): Promise<string> {
  const { companyId, causeKey, html, plain, createdAt } = content;
  const { rows } = await sql<{ id: string }>`
    insert into message_contents (id, company_id, cause_key, html, plain, created_at)
    values (${randomUUIDv7()}, ${companyId}, ${causeKey}, ${html}, ${plain}, ${createdAt})
    on conflict (company_id, cause_key) do update set created_at = excluded.created_at returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** The contents that mails share, by their ids. */
export async function sharedContents(
  db: Db,
  mails: readonly { contentId: string | null }[],
): Promise<Map<string, SharedContent>> {
  const ids = [...new Set(mails.flatMap(({ contentId }) => contentId ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SharedContent & { id: string }>`
    select id, html, plain from message_contents where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Letters of a text that decide about its place in lists. */
const sorted = 100;

/** The first letters of the text of one mail, folded, which its row has for lists. No token of a link is among them. */
export function beginningOf(plain: string, fields: Readonly<Record<string, string>>): string {
  // A placeholder that is cut off lies far behind them.
  const filled = maskLinks(fill(plain.slice(0, 10 * sorted), fields));
  return folded(filled.slice(0, 2 * sorted)).slice(0, sorted);
}

/** The content of one mail. Values are escaped in the HTML. */
export function fillContent({ html, plain }: SharedContent, fields: Readonly<Record<string, string>>): SharedContent {
  const escaped = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, escapeHtml(value)]));
  return { html: fill(html, escaped), plain: fill(plain, fields) };
}
