// Every mail in every language: as it was delivered, or as it was changed. A row has its id by what it is, saved or not.
import { type RawBuilder, sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { languageKeys, say } from '#server/lib/words.ts';
import { originalOf, templateKeys } from '#server/mail/mail-kinds.ts';

/** What the company's mails say: its own text, else the one for all, else the one delivered. */
export function companyRows({ user, visitor }: SignedIn): RawBuilder<object> {
  const company = sql`${user.companyId}::uuid`;
  return sql<object>`
    select ${idOf(company)} as id, o.description, o.key, o.language, '' as company,
      coalesce(own.subject, everybody.subject, o.subject) as subject, coalesce(own.body, everybody.body, o.body) as body,
      coalesce(own.from_e_mail, everybody.from_e_mail, '') as from_e_mail,
      coalesce(own.to_e_mail, everybody.to_e_mail, '') as to_e_mail,
      coalesce(own.bcc_e_mail, everybody.bcc_e_mail, '') as bcc_e_mail,
      own.id is not null as is_changed, coalesce(own.xmin::text, '0') as version
    from ${originals(visitor.language)}
    left join email_templates own on own.company_id = ${company} and own.key = o.key and own.language = o.language
    left join email_templates everybody on everybody.company_id is null and everybody.key = o.key and everybody.language = o.language`;
}

/** What is for all, and below it what companies changed. */
export function systemRows({ visitor }: SignedIn): RawBuilder<object> {
  const changed = sql`t.from_e_mail, t.to_e_mail, t.bcc_e_mail`;
  return sql<object>`
    select ${idOf(sql`null::uuid`)} as id, o.description, o.key, o.language, '' as company,
      coalesce(t.subject, o.subject) as subject, coalesce(t.body, o.body) as body,
      coalesce(t.from_e_mail, '') as from_e_mail, coalesce(t.to_e_mail, '') as to_e_mail,
      coalesce(t.bcc_e_mail, '') as bcc_e_mail, t.id is not null as is_changed, coalesce(t.xmin::text, '0') as version
    from ${originals(visitor.language)}
    left join email_templates t on t.company_id is null and t.key = o.key and t.language = o.language
    union all
    select ${idOf(sql`t.company_id`)}, o.description, o.key, o.language, c.name, t.subject, t.body, ${changed}, true, t.xmin::text
    from email_templates t join companies c on c.id = t.company_id
    join ${originals(visitor.language)} on o.key = t.key and o.language = t.language`;
}

/** Which template an id stands for; undefined for none. */
export async function templateOf(
  { db, visitor }: SignedIn,
  id: string,
): Promise<{ companyId: string | null; key: string; language: string } | undefined> {
  const { rows } = await sql<{ companyId: string | null; key: string; language: string }>`
    select c.id as company_id, o.key, o.language
    from ${originals(visitor.language)} cross join (select id from companies union all select null) c
    where ${idOf(sql`c.id`)} = ${id}::uuid limit 1`.execute(db);
  return rows[0];
}

function idOf(company: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`md5(concat_ws(' ', ${company}::text, o.key, o.language))::uuid`;
}

function originals(language: string): RawBuilder<unknown> {
  return sql`json_to_recordset(${originalsAsJson(language)}::json)
    as o (key text, language text, description text, subject text, body text)`;
}

const made = new Map<string, string>();

/** The texts never change while a process runs; only their descriptions are in the reader's language. */
function originalsAsJson(reader: string): string {
  const known = made.get(reader);
  if (known) return known;
  const json = JSON.stringify(
    templateKeys.flatMap((key) =>
      languageKeys.map((language) => {
        return { key, language, description: say(reader, `mailAbout.${key}`), ...originalOf(key, language) };
      }),
    ),
  );
  made.set(reader, json);
  return json;
}
