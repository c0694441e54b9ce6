// The pages, administered by the operator.
import { sql } from 'kysely';
import { systemPages } from '#contract/operations/app-pages.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { tableList } from '#server/lib/grid/table-list.ts';

async function whyNotDeletable({ db }: SignedIn, id: string): Promise<MessageKey | undefined> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from menu_items where page_id = ${id}) or exists (select from user_pages where page_id = ${id})
      or exists (select from group_pages where page_id = ${id}) as "isUsed"`.execute(db);
  return rows[0]?.isUsed ? 'list.pages.isUsed' : undefined;
}

export const pageRoutes = tableList(systemPages, 'pages', {
  unique: { pages_s_ref_key: 'SRef' },
  // A name that the operator chose is no longer translated.
  values: (_, input, id) =>
    id ? { ...input, nameKey: sql<string | null>`case when name = ${input.name} then name_key end` } : input,
  whyNotDeletable: whyNotDeletable,
});
