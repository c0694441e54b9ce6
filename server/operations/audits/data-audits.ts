// Reading and clearing the data audit, which triggers write (server/operations/sql/audit-change.sql).
import { sql } from 'kysely';
import { systemDataAudits } from '#contract/operations/data-audits.ts';
import { companyNames } from '#server/lib/grid/company-names.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';

export const dataAuditRoutes = serve(
  systemDataAudits.operations,
  gridOf(systemDataAudits, {
    rows: ({ db }) =>
      db
        .selectFrom('dataAudits as a')
        .leftJoin('companies as c', 'c.id', 'a.companyId')
        .select(['a.id', 'a.createdAt', 'a.tableName as table', 'a.method', 'a.userName', 'a.actorName', 'a.words'])
        .select(sql<string>`coalesce(a.before::text, '')`.as('before'))
        .select(sql<string>`coalesce(a.after::text, '')`.as('after'))
        .select(['c.name as company', 'a.companyId']),
    searchColumn: { column: 'words', of: ['table', 'method', 'userName', 'actorName', 'before', 'after'] },
    lookups: { company: companyNames },
    table: 'dataAudits',
  }),
);
