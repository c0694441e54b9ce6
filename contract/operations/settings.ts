// Settings of the installation that take effect without a restart.
import { z } from 'zod';
import { codeKind, id, note } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

export const settingTypes = ['text', 'number', 'boolean'] as const;

/** The bounds of numeric settings; an uploaded file is in memory while it is read. */
export const settingBounds: Readonly<Record<string, { least: number; most: number }>> = {
  'files.maxMegabytes': { least: 0.1, most: 200 },
  'images.maxMegabytes': { least: 0.1, most: 50 },
};

export const systemAppSettings = resource('system', 'appsettings', {
  about: 'Settings of the installation that take effect at once.',
  rowsKey: 'appSettings',
  may: 'sys',
  page: '/app/system/general-stuff/settings',
  tables: ['settings'],
  row: z.object({
    id,
    key: z.string().meta(codeKind),
    value: z.string(),
    type: z.enum(settingTypes),
    group: z.string().meta(codeKind),
    version: z.string(),
  }),
  title: 'key',
  sort: ['group', 'key'],
  input: z.strictObject({ value: note(1000) }),
  can: ['update'],
});
