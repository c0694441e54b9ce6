// Loads the changed texts of a mail: the operator's for all companies, and a company's own.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { TemplateKey } from './mail-keys.ts';

export interface ChangedMail {
  /** Null for the operator's text for all companies. */
  companyId: string | null;
  subject: string;
  body: string;
  fromEMail: string;
  toEMail: string;
  bccEMail: string;
}

export interface ChangedTexts {
  /** Keyed by their codes, such as `mail.footer`. */
  words: ReadonlyMap<string, string>;
  /** The company's own text, else the one for all companies. */
  mail: ChangedMail | undefined;
}

/**
 * One query for each mail that is written: a change takes effect from the next mail on. Without a company, the
 * operator's texts alone.
 */
export async function changedTexts(
  db: Db,
  { companyId, key, language }: { companyId: string | null; key: TemplateKey | undefined; language: string },
): Promise<ChangedTexts> {
  const { rows } = await sql<{ words: Record<string, string> | null; mail: ChangedMail | null }>`
    select (select json_object_agg(key, template) from message_templates where language = ${language}) as words,
      (select json_build_object('companyId', company_id, 'subject', subject, 'body', body, 'fromEMail', from_e_mail, 'toEMail', to_e_mail,
          'bccEMail', bcc_e_mail)
        from email_templates
        where key = ${key ?? ''} and language = ${language} and (company_id = ${companyId} or company_id is null)
        order by company_id nulls last limit 1) as mail`.execute(db);
  return { words: new Map(Object.entries(rows[0]?.words ?? {})), mail: rows[0]?.mail ?? undefined };
}
