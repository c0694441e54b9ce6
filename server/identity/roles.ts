// Actions and groups, administered by the operator. System ones keep their names, which the code refers to.
import { systemActions, systemGroups } from '#contract/identity/roles.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
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

export const actionRoutes = serve(
  systemActions.operations,
  gridOf(systemActions, {
    rows: ({ db }) => db.selectFrom('actions as a').selectAll().select(versionOf('a')),
    table: 'actions',
    unique: { actions_name_key: 'Name' },
    values: rightIn('actions'),
    whyNotDeletable: async ({ db }, id) => {
      const people = db.selectFrom('userActions').select('userId').where('actionId', '=', id);
      const groups = db.selectFrom('groupActions').select('groupId as userId').where('actionId', '=', id);
      return (await people.unionAll(groups).limit(1).executeTakeFirst()) ? 'list.actions.isGiven' : undefined;
    },
  }),
);

export const groupRoutes = serve(
  systemGroups.operations,
  gridOf(systemGroups, {
    rows: ({ db }) => db.selectFrom('groups as g').selectAll().select(versionOf('g')),
    table: 'groups',
    unique: { groups_name_key: 'Name' },
    values: rightIn('groups'),
    whyNotDeletable: async ({ db }, id) => {
      const people = db.selectFrom('userGroups').select('userId').where('groupId', '=', id);
      return (await people.limit(1).executeTakeFirst()) ? 'list.groups.isGiven' : undefined;
    },
  }),
);
