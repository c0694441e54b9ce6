// Actions and groups, administered by the operator. System ones keep their names, which the code refers to.
import { systemActions, systemGroups } from '#contract/identity/roles.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { tableList } from '#server/lib/grid/table-list.ts';
import { invalid } from '#server/lib/refusal.ts';

interface Right {
  name: string;
  description: string;
  onlySys: boolean;
}

/**
 * Validates and returns the columns of an action or a group. Throws 417 when a system one is renamed or changes
 * `onlySys`.
 */
function rightIn(table: 'actions' | 'groups') {
  return async ({ db }: SignedIn, input: Right, id: string | undefined): Promise<Right> => {
    const before = id
      ? await db.selectFrom(table).select(['name', 'onlySys', 'isSystem']).where('id', '=', id).executeTakeFirst()
      : undefined;
    if (before?.isSystem && before.name !== input.name) throw invalid('Name', 'grid.isSystem');
    if (before?.isSystem && before.onlySys !== input.onlySys) throw invalid('OnlySys', 'grid.isSystem');
    return input;
  };
}

export const actionRoutes = tableList(systemActions, 'actions', {
  unique: { actions_name_key: 'Name' },
  values: rightIn('actions'),
  whyNotDeletable: async ({ db }, id) => {
    const people = db.selectFrom('userActions').select('userId').where('actionId', '=', id);
    const groups = db.selectFrom('groupActions').select('groupId as userId').where('actionId', '=', id);
    return (await people.unionAll(groups).limit(1).executeTakeFirst()) ? 'list.actions.isGiven' : undefined;
  },
});

export const groupRoutes = tableList(systemGroups, 'groups', {
  unique: { groups_name_key: 'Name' },
  values: rightIn('groups'),
  whyNotDeletable: async ({ db }, id) => {
    const people = db.selectFrom('userGroups').select('userId').where('groupId', '=', id);
    return (await people.limit(1).executeTakeFirst()) ? 'list.groups.isGiven' : undefined;
  },
});
