// Saves or resets a changed text.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { withConflictRefusals } from '#server/lib/grid/conflict-refusals.ts';
import { completeInput, rowForUpdate } from '#server/lib/grid/grid-of.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { checkText } from './check-text.ts';
import type { TemplateMedium, TextFields } from './medium.ts';
import { templateOf, templateSource } from './store.ts';

export function updateTemplate(
  context: SignedIn,
  resource: AnyResource,
  medium: TemplateMedium,
  { id, version, ...given }: { id: string; version?: string } & TextFields,
): Promise<JsonText> {
  const source = templateSource(medium, resource.area);
  return withConflictRefusals(context, resource, {}, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(tx.db);
    const row = await rowForUpdate(tx, resource, source, id, version);
    const texts = completeInput<TextFields>(resource, given, row);
    const template = await templateOf(tx, medium, id);
    if (!template) throw notFound();
    const fields = [...medium.texts, ...medium.addresses];
    const values = Object.fromEntries(fields.map((field) => [field, texts[field] ?? '']));
    await checkText(tx, medium, template, values);
    const changed = { ...values, changedAt: tx.clock.now() };
    await tx.db
      .insertInto(medium.table)
      // The columns are those of the medium's table; Kysely's types need one name.
      .values({ id: randomUUIDv7(), ...template, ...changed } as never)
      .onConflict((conflict) => conflict.columns(['companyId', 'key', 'language']).doUpdateSet(changed as never))
      .execute();
    return rowById(tx, resource, source, id);
  });
}

/** Returns the row after the reset, or nothing (204) when the row of a company leaves the operator's list. */
export function resetTemplate(
  context: SignedIn,
  resource: AnyResource,
  medium: TemplateMedium,
  { id }: { id: string },
): Promise<JsonText | undefined> {
  const source = templateSource(medium, resource.area);
  return withConflictRefusals(context, resource, {}, async (tx) => {
    await rowById(tx, resource, source, id);
    const template = await templateOf(tx, medium, id);
    if (!template) throw notFound();
    const { companyId, key, language } = template;
    await sql`delete from ${sql.table(medium.table)}
      where company_id is not distinct from ${companyId} and key = ${key} and language = ${language}`.execute(tx.db);
    if (resource.area === 'system' && companyId !== null) return undefined;
    return rowById(tx, resource, source, id);
  });
}
