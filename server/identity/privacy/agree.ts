// Records what a person agreed to: which version, in which language he read it, and when.
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

export type Agreement = 'terms' | 'privacy' | 'cookies';

/**
 * The user agrees to the newest text in the visitor's language, or the English one where it has none. 409 when `version`, the
 * one he read, is older. The same again keeps the first time.
 */
export async function agree(context: Context, userId: string, kind: Agreement, version?: number): Promise<void> {
  // An account is nobody's tenant: its rows are the owner role's to write.
  await saveAgreement({ ...context, db: context.database.write }, userId, kind, version);
}

/** Whoever makes an account has agreed to both texts: the form says so. In the transaction that makes it. */
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

/** Which text a visitor of this language reads now; 409 when `version`, the one he has read, is older. */
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
