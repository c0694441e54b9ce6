// The audit of inserted, updated and deleted records, read by the operator.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

export const methods = ['Insert', 'Update', 'Delete'] as const;

export const systemDataAudits = resource('system', 'dataaudits', {
  about: 'Changes to the records of watched tables, with their contents before and after.',
  rowsKey: 'audits',
  may: 'sys',
  page: '/app/system/log/data-audit',
  row: z.object({
    id,
    createdAt: instant.meta({ wire: 'Created' }),
    table: z.string(),
    method: z.enum(methods),
    userName: z.string(),
    actorName: z.string(),
    company: z.string().nullable(),
    /** JSON, without secrets. */
    before: z.string(),
    after: z.string(),
  }),
  title: 'table',
  subtitle: ['method'],
  sort: ['createdAt', 'table', 'method', 'userName'],
  search: { user: 'userName' },
  range: { field: 'createdAt', defaultSpan: { days: 1 } },
  can: ['clear'],
});
