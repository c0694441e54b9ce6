// Chooses the language of this browser, and of the account when signed in.
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** The cookie that keeps the choice; the page reads it too, so it is not hidden from scripts. */
const cookie = 'daybook-language';
const keptSeconds = 365 * 24 * 60 * 60;

/** Answers the language's key; 404 for an unknown one. */
export async function chooseLanguage(context: Context, input: { id: string }): Promise<{ key: string }> {
  const language = await context.db.selectFrom('languages').select('key').where('id', '=', input.id).executeTakeFirst();
  if (!language) throw notFound();
  if (context.user) {
    await context.database.write
      .updateTable('users')
      .set({ languageId: input.id })
      .where('id', '=', context.user.id)
      .execute();
  }
  context.cookies.set(cookie, language.key, {
    path: '/',
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge: keptSeconds,
  });
  return language;
}
