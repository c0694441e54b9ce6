// Things that can be granted: actions, and groups that combine them.
import { z } from 'zod';
import { id, multiLine, note, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

const right = {
  may: 'sys',
  page: '/app/system/user-management',
  row: z.object({
    id,
    name: z.string(),
    description: z.string(),
    onlySys: z.boolean(),
    isSystem: z.boolean(),
    version: z.string(),
  }),
  title: 'name',
  sort: ['name', 'description'],
  input: z.strictObject({
    name: text(60),
    description: note(500).meta(multiLine).default(''),
    onlySys: z.boolean().default(false),
  }),
  blank: () => ({ name: '', description: '', onlySys: false }),
  can: ['insert', 'update', 'delete', 'restore'],
} as const;

export const systemActions = resource('system', 'actions', {
  about: 'Actions that can be granted to users. Four of them are the built-in roles and cannot be deleted.',
  rowsKey: 'actions',
  tables: ['actions'],
  ...right,
});

export const systemGroups = resource('system', 'groups', {
  about: 'Groups, which grant several actions and pages to their users.',
  rowsKey: 'groups',
  tables: ['groups'],
  ...right,
});
