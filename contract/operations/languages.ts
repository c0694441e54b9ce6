// The languages of the installation.
import { z } from 'zod';
import { id, note, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

export const systemLanguages = resource('system', 'languages', {
  about: 'The languages of the installation.',
  rowsKey: 'languages',
  may: 'sys',
  page: '/app/system/general-stuff',
  tables: ['languages'],
  row: z.object({
    id,
    name: z.string(),
    key: z.string(),
    cultures: z.string(),
    locales: z.string(),
    isDefault: z.boolean(),
    isSystem: z.boolean(),
    version: z.string(),
  }),
  title: 'name',
  sort: ['name', 'key'],
  input: z.strictObject({
    name: text(60),
    key: z.string().regex(/^[a-z]{2,3}$/, { error: 'languages.key' }),
    cultures: note(200).default(''),
    locales: note(200).default(''),
    isDefault: z.boolean().default(false),
  }),
  blank: () => ({ name: '', key: '', cultures: '', locales: '', isDefault: false }),
  can: ['insert', 'update', 'delete', 'restore'],
});
