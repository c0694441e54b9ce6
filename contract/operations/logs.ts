// The application's own log (warnings and errors, starts and stops), read by the operator.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get } from '#contract/lib/service.ts';
import { zoneRules } from '#contract/lib/zone-rules.ts';

export const severities = ['Critical', 'Error', 'Warning', 'Information', 'Verbose', 'Start', 'Stop'] as const;

/** The rules of a zone in use that count, and the first instant at which others have another offset. */
const zoneComparison = zoneRules.extend({
  /** Of this process: an older release than the one that wrote the rules. */
  node: instant.nullable(),
  database: instant.nullable(),
});
export type ZoneComparison = z.output<typeof zoneComparison>;

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
  more: {
    getZoneRules: get({
      summary:
        'Compares the rules of the time zones in use with those of this process and of PostgreSQL, for two years.',
      may: 'sys',
      input: z.strictObject({}),
      output: z.array(zoneComparison),
    }),
  },
});
