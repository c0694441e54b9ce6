// The pages, administered by the operator.
import { systemPages } from '#contract/pages.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/serve.ts';

export const pageRoutes = serve(
  systemPages.operations,
  gridOf(systemPages, {
    rows: ({ db }) => db.selectFrom('pages as p').selectAll().select(versionOf('p')),
    table: 'pages',
    unique: { pages_s_ref_key: 'SRef' },
    values: (_, input) => input,
  }),
);
