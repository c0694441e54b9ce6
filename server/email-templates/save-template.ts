// Changes a mail's text, or takes the change back.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { companyEmailTemplates, systemEmailTemplates } from '#contract/email-templates.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { JsonText } from '#server/lib/answer.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { changing } from '#server/lib/grid/grid-of.ts';
import type { Source } from '#server/lib/grid/matching.ts';
import { rowById } from '#server/lib/grid/page.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { checkTemplate } from './check-template.ts';
import { templateOf } from './store.ts';

type Templates = typeof companyEmailTemplates | typeof systemEmailTemplates;
type Update = Parsed<(typeof companyEmailTemplates)['operations']['update']>;

export function updateTemplate(
  context: SignedIn,
  templates: Templates,
  source: Source,
  { id, version, ...written }: Update,
): Promise<JsonText> {
  const resource = templates as unknown as AnyResource; // Both are one.
  return changing(context, resource, {}, async (within) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(within.db);
    const before = await rowById(within, resource, source, id);
    const { Version } = JSON.parse(before.text) as { Version: string };
    if (version !== undefined && version !== Version) {
      throw new Refusal(409, 'grid.changed', { details: { Row: JSON.parse(before.text) } });
    }
    const template = await templateOf(within, id);
    if (!template) throw notFound();
    const { fromEMail = '', toEMail = '', bccEMail = '', subject, body } = written;
    const values = { subject, body, fromEMail, toEMail, bccEMail, changedAt: within.clock.now() };
    await checkTemplate(within, template, values);
    await within.db
      .insertInto('emailTemplates')
      .values({ id: randomUUIDv7(), ...template, ...values })
      .onConflict((conflict) => conflict.columns(['companyId', 'key', 'language']).doUpdateSet(values))
      .execute();
    return rowById(within, resource, source, id);
  });
}

/** Answers the row as it is then; nothing (204) when what a company had is gone from the operator's list. */
export function resetTemplate(
  context: SignedIn,
  templates: Templates,
  source: Source,
  { id }: { id: string },
): Promise<JsonText | undefined> {
  const resource = templates as unknown as AnyResource; // Both are one.
  return changing(context, resource, {}, async (within) => {
    await rowById(within, resource, source, id);
    const template = await templateOf(within, id);
    if (!template) throw notFound();
    const { companyId, key, language } = template;
    await sql`delete from email_templates
      where company_id is not distinct from ${companyId} and key = ${key} and language = ${language}`.execute(
      within.db,
    );
    if (resource.area === 'system' && companyId !== null) return undefined;
    return rowById(within, resource, source, id);
  });
}
