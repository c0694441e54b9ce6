// The legal texts for visitors.
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

export type LegalText = 'terms' | 'privacy' | 'cookies';

/** The newest version of a text in the caller's language, else in English. */
export async function legalText(context: Context, kind: LegalText): Promise<{ html: string; version: number }> {
  const { language } = context.visitor;
  const found = await context.db
    .selectFrom('legalTexts')
    .select(['html', 'version'])
    .where('kind', '=', kind)
    .where('language', 'in', [language, 'en'])
    .orderBy(sql`language = ${language}`, 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}
