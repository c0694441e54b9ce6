// Per-table settings: record changes in the audit, publish them to open browsers.
import { z } from 'zod';
import { id } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

export const systemTableSettings = resource('system', 'tablesettings', {
  about: 'Per-table settings of audit and live updates. A setting applies from the next change of the table.',
  rowsKey: 'tables',
  may: 'sys',
  page: '/app/system/table-settings',
  row: z.object({
    id,
    name: z.string(),
    /** Changes are recorded in the data audit. */
    isAudit: z.boolean(),
    /** Changes are published to open browsers, without their contents. */
    isSync: z.boolean(),
    version: z.string(),
  }),
  title: 'name',
  sort: ['name', 'isAudit', 'isSync'],
  input: z.strictObject({ isAudit: z.boolean(), isSync: z.boolean() }),
  can: ['update'],
});
