// The pages, administered by the operator.
import { sql } from 'kysely';
import { systemPages } from '#contract/operations/app-pages.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';

async function whyNotDeletable({ db }: SignedIn, id: string): Promise<MessageKey | undefined> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from menu_items where page_id = ${id}) or exists (select from user_pages where page_id = ${id})
      or exists (select from group_pages where page_id = ${id}) as "isUsed"`.execute(db);
  return rows[0]?.isUsed ? 'list.pages.isUsed' : undefined;
}

export const pageRoutes = serve(
  systemPages.operations,
  gridOf(systemPages, {
    rows: ({ db }) => db.selectFrom('pages as p').selectAll().select(versionOf('p')),
    table: 'pages',
    unique: { pages_s_ref_key: 'SRef' },
    values: (_, input) => input,
    whyNotDeletable: whyNotDeletable,
  }),
);
