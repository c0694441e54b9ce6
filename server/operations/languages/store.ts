// Texts and languages of the installation.
import { sql } from 'kysely';
import type { z } from 'zod';
import { application, type language } from '#contract/site/application.ts';
import type { Context } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';

export type LegalText = 'terms' | 'privacy' | 'cookies';

/** The newest version of a text in the caller's language, in English where it has none. */
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

export function allLanguages(context: Context): Promise<JsonText> {
  const languages = context.db.selectFrom('languages').select(['id', 'key', 'name']).orderBy('name').orderBy('id');
  return listAsJson(context.db, application.getAllLanguages.output, languages);
}

type Language = z.output<typeof language>;

/** The language the caller is answered in, with the locales of its speakers; the default one if it is not offered any more. */
export async function currentLanguage(context: Context): Promise<Language & { cultures: string; locales: string }> {
  const found = await context.db
    .selectFrom('languages')
    .select(['id', 'key', 'name', 'cultures', 'locales'])
    .where((row) => row.or([row('key', '=', context.visitor.language), row('isDefault', '=', true)]))
    .orderBy(sql`key = ${context.visitor.language}`, 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}
