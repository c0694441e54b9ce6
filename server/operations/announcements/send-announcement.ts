// Tells everyone, or the people of one company, something in the feed.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { systemAnnouncements } from '#contract/operations/announcements.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';

type Calls = typeof systemAnnouncements.operations;

/** Throws 404 for an unknown company. */
export async function countRecipients(
  { db }: SignedIn,
  { companyId }: Parsed<Calls['getRecipients']>,
): Promise<{ people: number }> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct e.user_id)::int as people from companies c left join employees e on e.company_id = c.id
    where ${companyId ?? null}::uuid is null or c.id = ${companyId ?? null} having count(c.id) > 0`.execute(db);
  const [counted] = rows;
  if (!counted) throw notFound();
  return counted;
}

/**
 * One statement writes the announcement and all items, whatever the number of people; the items of a repeated call have
 * the same ids. A person who works for several companies finds it in the feed of each. Throws 404 for an unknown
 * company.
 */
export function sendAnnouncement(
  context: SignedIn,
  { id = randomUUIDv7(), companyId, texts, link }: Parsed<Calls['send']>,
): Promise<{ recipients: number }> {
  if (new Set(texts.map(({ language }) => language)).size < texts.length)
    throw invalid('Texts', 'list.announcements.twice');
  const byLanguage = JSON.stringify(Object.fromEntries(texts.map(({ language, text }) => [language, text])));
  return transaction(context, async (tx) => {
    const { db, clock, user } = tx;
    const company = companyId
      ? await db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst()
      : undefined;
    if (companyId && !company) throw notFound();
    const { rows } = await sql<{ recipients: number }>`
      with people as materialized (
        select e.company_id, e.user_id, l.key as language
        from employees e join users u on u.id = e.user_id left join languages l on l.id = u.language_id
        where ${companyId ?? null}::uuid is null or e.company_id = ${companyId ?? null}),
      announced as (
        insert into announcements (id, to_company_id, texts, link, user_id, created_at, recipients)
        select ${id}, ${companyId ?? null}, ${byLanguage}::jsonb, ${link}, ${user.id}, ${clock.now()},
          (select count(distinct user_id) from people)
        on conflict (id) do nothing returning *),
      added as (
        insert into reminders (company_id, user_id, id, type, text, link, created_at)
        select p.company_id, p.user_id, md5(concat_ws(':', a.id, p.company_id, p.user_id))::uuid, 'general',
          coalesce(a.texts ->> p.language, a.texts ->> 'en', (select value from jsonb_each_text(a.texts) order by key limit 1)),
          a.link, a.created_at
        from announced a cross join people p)
      select recipients from announced`.execute(db);
    const [sent] = rows;
    if (sent) {
      await audit(tx, `Announced to ${company?.name ?? 'everyone'} (${sent.recipients} people)`);
      return sent;
    }
    // A statement of its own: one that began beside the first call does not see what that has written.
    return db.selectFrom('announcements').select('recipients').where('id', '=', id).executeTakeFirstOrThrow();
  });
}
