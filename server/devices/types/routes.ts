// Serves the types of paper to the operator.
import { sql } from 'kysely';
import { systemListingTypes } from '#contract/devices/listing-types.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { invalid } from '#server/lib/refusal.ts';
import { assertTemplate, previewType, readType } from './preview-type.ts';

export const listingTypeRoutes = serve(systemListingTypes.operations, {
  ...gridOf(systemListingTypes, {
    rows: () => sql<object>`
      select t.id, t.key, t.description, t.file_id, coalesce(f.display_name, '') as file_name, t.is_system,
        ${versionOf('t')}
      from listing_types t left join files f on f.id = t.file_id`,
    table: 'listingTypes',
    async values(context, { key, description, fileId }, id) {
      if (id) await assertKeyStays(context, id, key);
      if (fileId) await assertTemplate(context, key, fileId);
      return { key, description, fileId };
    },
    whyNotDeletable,
    unique: { listing_types_key: 'Key' },
  }),
  preview: previewType,
  template: readType,
});

/** The product finds its own types by their keys. */
async function assertKeyStays({ db }: SignedIn, id: string, key: string): Promise<void> {
  const { rows } = await sql`select from listing_types where id = ${id} and is_system and key <> ${key}`.execute(db);
  if (rows.length > 0) throw invalid('Key', 'list.listingtypes.keyStays');
}

async function whyNotDeletable({ db }: SignedIn, id: string): Promise<MessageKey | undefined> {
  const { rows } = await sql`select from type_printers where type_id = ${id}
    union all select from print_jobs where type_id = ${id} and state in ('waiting', 'handed') limit 1`.execute(db);
  return rows.length > 0 ? 'list.listingtypes.isUsed' : undefined;
}
