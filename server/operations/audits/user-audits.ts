// Lists and clears the user audit.
import { systemUserAudits } from '#contract/operations/user-audits.ts';
import { companyNames } from '#server/lib/grid/company-names.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';

export const userAuditRoutes = serve(
  systemUserAudits.operations,
  gridOf(systemUserAudits, {
    rows: ({ db }) =>
      db
        .selectFrom('userAudits as a')
        .leftJoin('companies as c', 'c.id', 'a.companyId')
        .select(['a.id', 'a.createdAt', 'a.text', 'a.userName', 'a.actorName', 'a.address', 'a.words'])
        .select(['c.name as company', 'a.companyId']),
    searchColumn: { column: 'words', of: ['text', 'userName', 'actorName', 'address'] },
    lookups: { company: companyNames },
    table: 'userAudits',
  }),
);
