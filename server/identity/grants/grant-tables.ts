// The tables of grants by kind, and the things that can be granted.
import { type RawBuilder, sql } from 'kysely';
import type { GrantKind } from '#contract/identity/grants.ts';
import { messagesBelow } from '#server/lib/i18n.ts';

export interface GrantTable {
  /** The table of people's grants, and that of groups' grants for kinds that groups can have. */
  ofPerson: string;
  ofGroup: string | undefined;
  column: string;
  /** Whether the employee `e` with the `rights` has the thing `t`, by a grant or otherwise. */
  has: RawBuilder<boolean>;
  /**
   * The things that can be granted: rows of `id`, `name` in a language, `company_id` (null if shared), `only_sys`, the
   * actions that each gives (`needs`) and the pages that it opens (`opens`).
   */
  things: (language: string) => RawBuilder<unknown>;
  /** Each thing belongs to a company and can be granted to its employees only. */
  isOfCompany?: true;
}

export const grantTables: Record<GrantKind, GrantTable> = {
  actions: {
    ofPerson: 'user_actions',
    ofGroup: 'group_actions',
    column: 'action_id',
    has: sql`t.name = any(rights.actions)`,
    things:
      () => sql`select a.id, a.name, a.only_sys or a.name = 'sys' as only_sys, null::uuid as company_id, array[a.name] as needs,
      array[]::text[] as opens from actions a`,
  },
  groups: {
    ofPerson: 'user_groups',
    ofGroup: undefined,
    column: 'group_id',
    has: sql`t.name = any(rights.groups)`,
    // A group is operator-only if anything in it is.
    things: () => sql`select g.id, g.name, null::uuid as company_id,
      g.only_sys
        or exists (select from group_actions x join actions a on a.id = x.action_id
          where x.group_id = g.id and (a.only_sys or a.name = 'sys'))
        or exists (select from group_pages x join pages p on p.id = x.page_id
          where x.group_id = g.id and (p.only_sys or p.may = 'sys')) as only_sys,
      array(select a.name from group_actions x join actions a on a.id = x.action_id where x.group_id = g.id) as needs,
      array(select p.s_ref from group_pages x join pages p on p.id = x.page_id where x.group_id = g.id) as opens
      from groups g`,
  },
  locations: {
    ofPerson: 'employee_locations',
    ofGroup: undefined,
    column: 'location_id',
    isOfCompany: true,
    has: sql`exists (select from employee_locations el
      where el.company_id = e.company_id and el.user_id = e.user_id and el.location_id = t.id)`,
    things:
      () => sql`select l.id, l.name, false as only_sys, l.company_id, array[]::text[] as needs, array[]::text[] as opens
      from locations l`,
  },
  pages: {
    ofPerson: 'user_pages',
    ofGroup: 'group_pages',
    column: 'page_id',
    has: sql`exists (select from pages p where p.id = t.id and can_open_page(p, rights.actions, rights.pages))`,
    things(language) {
      const words = messagesBelow(language, 'app.menuName');
      return sql`select p.id, coalesce(w.said, p.name) as name, p.only_sys or p.may = 'sys' as only_sys,
        null::uuid as company_id, array[]::text[] as needs, array[p.s_ref] as opens
        from pages p left join unnest(${Object.keys(words)}::text[], ${Object.values(words)}::text[]) w(key, said)
          on w.key = p.name_key`;
    },
  },
};
