// Which tables are watched: their changes recorded, or published to open browsers.
import { z } from 'zod';
import { id } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

export const systemTableSettings = resource('system', 'tablesettings', {
  about: 'Which tables are watched; a change counts from the next change of the table on.',
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
