// Records a person's consent: the version, the language in which they read it, and the time.
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

export type Agreement = 'terms' | 'privacy' | 'cookies';

/**
 * Records consent to the newest text in the visitor's language, or to the English one if there is none. Throws 409 when
 * `version`, the one they read, is older. A repeated consent keeps the first time.
 */
export async function agree(context: Context, userId: string, kind: Agreement, version?: number): Promise<void> {
  // An account belongs to no company: the owner role writes its rows.
  await saveAgreement({ ...context, db: context.database.write }, userId, kind, version);
}

/** Records consent to both texts for a new account, as its form states; in the transaction that creates it. */
export async function agreeByJoining(context: Context, userId: string): Promise<void> {
  await saveAgreement(context, userId, 'terms');
  await saveAgreement(context, userId, 'privacy');
}

async function saveAgreement(context: Context, userId: string, kind: Agreement, version?: number): Promise<void> {
  const latest = await latestText(context, kind, version);
  await context.db
    .insertInto('userAgreements')
    .values({ userId, kind, ...latest, agreedAt: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The current text for a visitor of this language. Throws 409 when `version`, the one they read, is older. */
export async function latestText(
  context: Context,
  kind: Agreement,
  version: number | undefined,
): Promise<{ version: number; language: string }> {
  const { language } = context.visitor;
  const { rows } = await sql<{ version: number; language: string }>`
    select version, language from legal_texts where kind = ${kind} and language in (${language}, 'en')
    order by language = ${language} desc, version desc limit 1`.execute(context.db);
  const latest = rows[0] ?? { version: 0, language };
  if (version !== undefined && version < latest.version) throw new Refusal(409, 'privacy.textChanged');
  return latest;
}
