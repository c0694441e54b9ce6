// Publishes a changed legal text as a new version. Earlier versions stay as people agreed to them.
import { sql } from 'kysely';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { systemLegalTexts } from '#contract/site/legal-texts.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { withConflictRefusals } from '#server/lib/grid/conflict-refusals.ts';
import { completeInput, rowForUpdate } from '#server/lib/grid/grid-of.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { textRows } from './store.ts';

const resource = systemLegalTexts as unknown as AnyResource; // Passed to functions that take any resource.
const source = { rows: textRows };

/**
 * People who agreed to the previous version in this language must agree again. Saving the same text makes no version.
 * Throws 409 when a version was published in the meantime.
 */
export function publishText(
  context: SignedIn,
  { id, version, ...given }: Parsed<typeof systemLegalTexts.operations.update>,
): Promise<JsonText> {
  return withConflictRefusals(context, resource, {}, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(tx.db);
    const row = await rowForUpdate(tx, resource, source, id, version);
    const before = JSON.parse(row.text) as { Kind: string; Number: number; Html: string };
    const { html } = completeInput<{ html: string }>(resource, given, row);
    if (html === before.Html) return row;
    const number = before.Number + 1;
    const { key: language } = await tx.db
      .selectFrom('languages')
      .select('key')
      .where(sql<boolean>`md5(${before.Kind}::text || ' ' || key)::uuid = ${id}::uuid`)
      .executeTakeFirstOrThrow();
    await tx.db
      .insertInto('legalTexts')
      .values({ kind: before.Kind, language, version: number, html, createdAt: tx.clock.now() })
      .execute();
    await audit(tx, `Published version ${number} of the ${before.Kind} text in the language ${language}`);
    return rowById(tx, resource, source, id);
  });
}
