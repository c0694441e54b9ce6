// The languages of the installation.
import { sql } from 'kysely';
import type { z } from 'zod';
import { application, type language } from '#contract/site/application.ts';
import type { Db } from '#server/db/pool.ts';
import type { Context } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';

export function allLanguages(context: Context): Promise<JsonText> {
  return listAsJson(context.db, application.getAllLanguages.output, languagesByName(context.db));
}

export function languagesByName(db: Db) {
  return db.selectFrom('languages').select(['id', 'key', 'name']).orderBy(sql`folded(name)`).orderBy('id');
}

type Language = z.output<typeof language>;

/** The language of answers to the caller, with its locales; the default language if that one is no longer offered. */
export async function readCallerLanguage(context: Context): Promise<Language & { cultures: string; locales: string }> {
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
