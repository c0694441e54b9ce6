// The application's own log (warnings and errors, starts and stops), read by the operator.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

export const severities = ['Critical', 'Error', 'Warning', 'Information', 'Verbose', 'Start', 'Stop'] as const;

export const systemLogs = resource('system', 'systemlogs', {
  about: "The application's own log: warnings and errors, starts and stops.",
  rowsKey: 'logs',
  may: 'sys',
  page: '/app/system/log/system-logs',
  row: z.object({
    id,
    createdAt: instant.meta({ wire: 'Created' }),
    severity: z.enum(severities),
    title: z.string(),
    message: z.string(),
    serverName: z.string(),
    categoryName: z.string(),
    priority: z.number().int(),
    formattedMessage: z.string(),
  }),
  title: 'title',
  sort: ['createdAt', 'severity', 'title', 'serverName', 'priority'],
  range: { field: 'createdAt', defaultSpan: { days: 1 } },
  can: ['clear'],
});
