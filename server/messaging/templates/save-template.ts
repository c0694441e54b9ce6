// Saves or resets a changed text. One that equals the text it replaces is not stored: it follows that text from then
// on.
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
import type { Template, TemplateMedium, TextFields } from './medium.ts';
import { sharedTexts, templateOf, templateSource } from './store.ts';

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
    const shared = await sharedTexts(tx, medium, template);
    const isShared = fields.every((field) => sameText(values[field], shared[field]));
    if (isShared && !leavesList(resource, template)) {
      await removeOwn(tx, medium, template);
      return rowById(tx, resource, source, id);
    }
    // The address of the operator's sender is none that a company may enter.
    if (!isShared) await checkText(tx, medium, template, values);
    const changed = { ...values, changedAt: tx.clock.now() };
    await tx.db
      .insertInto(medium.table)
      // The columns are those of the medium's table; Kysely's types need one name.
      .values({ id: randomUUIDv7(), ...template, ...changed } as never)
      .onConflict((conflict) => conflict.columns(['companyId', 'key', 'language']).doUpdateSet(changed as never))
      .execute();
    const saved = await rowById(tx, resource, source, id);
    if (isShared) await removeOwn(tx, medium, template);
    return saved;
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
    await removeOwn(tx, medium, template);
    if (leavesList(resource, template)) return undefined;
    return rowById(tx, resource, source, id);
  });
}

/** Without its change, the text of a company is not in the operator's list. */
const leavesList = ({ area }: AnyResource, { companyId }: Template) => area === 'system' && companyId !== null;

const sameText = (one = '', other = '') => plainLines(one) === plainLines(other);
const plainLines = (text: string) => text.replaceAll('\r\n', '\n').trim();

async function removeOwn({ db }: SignedIn, { table }: TemplateMedium, of: Template): Promise<void> {
  await sql`delete from ${sql.table(table)}
    where company_id is not distinct from ${of.companyId} and key = ${of.key} and language = ${of.language}`.execute(
    db,
  );
}
