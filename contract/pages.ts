// The pages that menu items lead to and that can be granted.
import { z } from 'zod';
import { id, text } from './lib/fields.ts';
import { resource } from './lib/resource.ts';

export const systemPages = resource('system', 'pages', {
  about: 'The pages that menu items lead to and that can be granted.',
  list: 'pages',
  may: 'sys',
  page: '/app/system/pages',
  tables: ['pages'],
  row: z.object({
    id,
    name: z.string(),
    sRef: z.string().meta({ wire: 'SRef' }),
    onlySys: z.boolean(),
    isSystem: z.boolean(),
    version: z.string(),
  }),
  title: 'name',
  sort: ['name', 'sRef'],
  input: z.strictObject({ name: text(100), sRef: text(200).meta({ wire: 'SRef' }), onlySys: z.boolean() }),
  blank: () => ({ name: '', sRef: 'app.home/newPage', onlySys: false }),
  can: ['insert', 'update', 'delete', 'restore'],
});
