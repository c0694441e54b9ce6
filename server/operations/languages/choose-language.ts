// Sets the language of this browser, and of the account when signed in.
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { setLanguageCookie } from '#server/lib/session/set-language-cookie.ts';

/** Returns the language's key. Throws 404 for an unknown language. */
export async function chooseLanguage(context: Context, input: { id: string }): Promise<{ key: string }> {
  const language = await context.db.selectFrom('languages').select('key').where('id', '=', input.id).executeTakeFirst();
  if (!language) throw notFound();
  if (context.user) {
    const { id } = context.user;
    await transaction(context, ({ db }) =>
      db.updateTable('users').set({ languageId: input.id }).where('id', '=', id).execute(),
    );
  }
  setLanguageCookie(context, language.key);
  return language;
}
