// Leads the links of stored mails to the present address of the installation.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import type { LinkTokens } from '#server/messaging/outbox/link-tokens.ts';
import { withoutTokens, withTokens } from './queue-mails.ts';

interface Stored {
  id: string;
  html: string;
  plain: string;
  messageId: string;
  links: LinkTokens | null;
}

/** A mail names in its Message-ID the host that its links lead to. */
export async function moveLinks({ db, publicUrl }: ServiceContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Stored>`
    select m.id, m.html, m.plain, m.message_id, d.links from email_messages m join deliveries d on d.id = m.id
    where m.id = any(${ids}::uuid[]) and m.content_id is null`.execute(db);
  for (const { id, messageId, links, ...texts } of rows) {
    const host = messageId.slice(messageId.lastIndexOf('@') + 1, -1);
    const former = new RegExp(`https?://${RegExp.escape(host)}(?::\\d+)?(?=[/"'\\s<]|$)`, 'g');
    const filled = withTokens(texts, links);
    const [html, plain] = [filled.html, filled.plain].map((text) => text.replaceAll(former, publicUrl));
    if (html === undefined || plain === undefined || (html === filled.html && plain === filled.plain)) continue;
    const masked = withoutTokens({ html, plain });
    await sql`update email_messages set html = ${masked.html}, plain = ${masked.plain} where id = ${id}`.execute(db);
    const { html: _html, plain: _plain, ...others } = links ?? {};
    const tokens = { ...others, ...masked.links };
    const stored = Object.keys(tokens).length > 0 ? JSON.stringify(tokens) : null;
    await sql`update deliveries set links = ${stored}::jsonb where id = ${id}`.execute(db);
  }
}
