// Saves or resets changed words of mails. Their placeholders stay those of the original.
import { sql } from 'kysely';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { systemMessageTemplates } from '#contract/messaging/templates/message-templates.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { withConflictRefusals } from '#server/lib/grid/conflict-refusals.ts';
import { completeInput, rowForUpdate } from '#server/lib/grid/grid-of.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid } from '#server/lib/refusal.ts';
import { hasBrokenPlaceholder, placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import { wordRows } from './words-store.ts';

const resource = systemMessageTemplates as unknown as AnyResource; // Passed to functions that take any resource.
const source = { rows: wordRows };

type Words = { Key: string; Language: string; Original: string };

/** Throws 417 unless the placeholders are identical to those of the original. */
export function updateWords(
  context: SignedIn,
  { id, version, ...given }: Parsed<typeof systemMessageTemplates.operations.update>,
): Promise<JsonText> {
  return withConflictRefusals(context, resource, {}, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(tx.db);
    const row = await rowForUpdate(tx, resource, source, id, version);
    const before = JSON.parse(row.text) as Words;
    const { template } = completeInput<{ template: string }>(resource, given, row);
    const needed = placeholdersOf(before.Original);
    if (placeholdersOf(template).join() !== needed.join() || hasBrokenPlaceholder(template)) {
      const names = needed.map((name) => `{{${name}}}`).join(', ');
      throw invalid('Template', needed.length ? 'templates.identical' : 'templates.none', { names });
    }
    await tx.db
      .insertInto('messageTemplates')
      .values({ key: before.Key, language: before.Language, template, changedAt: tx.clock.now() })
      .onConflict((conflict) =>
        conflict.columns(['key', 'language']).doUpdateSet({ template, changedAt: tx.clock.now() }),
      )
      .execute();
    return rowById(tx, resource, source, id);
  });
}

export function resetWords(context: SignedIn, { id }: { id: string }): Promise<JsonText> {
  return withConflictRefusals(context, resource, {}, async (tx) => {
    const { Key, Language } = JSON.parse((await rowById(tx, resource, source, id)).text) as Words;
    await tx.db.deleteFrom('messageTemplates').where('key', '=', Key).where('language', '=', Language).execute();
    return rowById(tx, resource, source, id);
  });
}
