// The audit of user actions (sign-ins, failures, grants, impersonations, exports), read by the operator.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

export const systemUserAudits = resource('system', 'useraudits', {
  about: 'User actions: sign-ins, failures, grants, exports.',
  rowsKey: 'audits',
  may: 'sys',
  page: '/app/system/log/user-audit',
  row: z.object({
    id,
    createdAt: instant.meta({ wire: 'Created' }),
    text: z.string(),
    userName: z.string(),
    actorName: z.string(),
    company: z.string().nullable(),
    address: z.string(),
  }),
  title: 'text',
  sort: ['createdAt', 'userName', 'text'],
  search: { user: 'userName' },
  range: { field: 'createdAt', defaultSpan: { days: 1 } },
  can: ['clear'],
});
