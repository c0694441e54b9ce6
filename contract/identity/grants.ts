// Grants: to the people of one company, to the people of all companies, and to groups.
import { z } from 'zod';
import { codeIn, id } from '#contract/lib/fields.ts';
import { insertInput } from '#contract/lib/record-input.ts';
import { listCalls } from '#contract/lib/resource.ts';
import { del, get, type May, post, service } from '#contract/lib/service.ts';

/** The kinds of thing that can be granted to a person. A group can be granted fewer. */
export const grantKinds = ['actions', 'groups', 'locations', 'pages'] as const;
export type GrantKind = (typeof grantKinds)[number];
export const groupGrantKinds = ['actions', 'pages'] as const;
export type GroupGrantKind = (typeof groupGrantKinds)[number];

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Identifies one switch of a list below: the kind, the ids of the grantee, and the id of the thing granted. */
const switchId = z.string().regex(new RegExp(`^(actions|groups|locations|pages)(\\.${uuid}){2,3}$`, 'i'), {
  error: 'field.id',
});

/** The reasons why the caller cannot change a switch; codes below `users` in the language files. */
export const grantLocks = ['notOneself', 'isOperator', 'onlyWhatOneHas'] as const;

/** The area of the language files that names the things of a kind; people name the other kinds themselves. */
export const grantWords: Partial<Record<GrantKind, string>> = {
  actions: 'list.users.option.actions',
};

/** The searchable, sortable and exported fields of one switch: a person, and something they have or could have. */
const grantRow = (kind: GrantKind) =>
  z.object({
    id: z.string().meta({ kind: 'id' }),
    /** The person's display name, then their login. */
    person: z.string(),
    logIn: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    eMail: z.string().meta({ wire: 'EMail' }),
    name: nameOf(kind),
    company: z.string(),
    allow: z.boolean(),
  });

/** The name of the action, group, location or page. */
function nameOf(kind: GrantKind) {
  const words = grantWords[kind];
  return words ? z.string().meta(codeIn(words)) : z.string();
}

export const grant = grantRow('groups').extend({
  kind: z.enum(grantKinds),
  /** Null when the caller may change the switch. */
  locked: z.enum(grantLocks).nullable(),
  /** The person has it, by this switch, through a group or by their role. */
  has: z.boolean(),
  userId: id.meta({ wire: 'Users_Id' }),
  companyId: id,
});
export type Grant = z.output<typeof grant>;

/** One switch of a group. */
const groupGrantRow = (kind: GroupGrantKind) =>
  z.object({ id: z.string().meta({ kind: 'id' }), groupName: z.string(), name: nameOf(kind), allow: z.boolean() });

export const groupGrant = groupGrantRow('actions').extend({ kind: z.enum(groupGrantKinds) });
export type GroupGrant = z.output<typeof groupGrant>;

/** Search prefixes for the name of the thing granted, besides `name`. */
const searchAliases: Record<GrantKind, Record<string, 'name'>> = {
  actions: { action: 'name', role: 'name' },
  groups: { group: 'name' },
  locations: { location: 'name' },
  pages: { page: 'name' },
};

const grantList = <M extends May>(area: 'company' | 'system', kind: GrantKind, may: M) => {
  const declared = {
    rowsKey: 'acl',
    row: grantRow(kind),
    pageRow: grant,
    title: 'person',
    sort: ['person', 'logIn', 'firstName', 'lastName', 'eMail', 'name', 'company', 'allow'],
    search: { user: 'person', ...searchAliases[kind] },
  } as const;
  const scopeText = area === 'company' ? 'of the company' : 'of every company';
  const summary = `Returns one page of every person ${scopeText} combined with every ${kind.slice(0, -1)}, and whether they have it.`;
  return { name: `user${kind}`, area, declared, operations: listCalls(declared, { may, summary }) };
};

const switchFields = { id: switchId, allow: z.boolean() };
const switchInput = insertInput(grant, switchFields);
const personInput = z.strictObject({ id });

/** The same operations for one company and for all companies; the same functions implement both. */
const grantsOf = <M extends May>(area: 'company' | 'system', may: M) => {
  const change = (subject: string) =>
    post({
      summary: `Grants or revokes ${subject}. 403 for the caller's own account and for grants the caller does not have; 409 for the last administrator.`,
      may,
      notWhileImpersonating: true,
      input: switchInput,
      output: null,
    });
  const lists = {
    actions: grantList(area, 'actions', may),
    groups: grantList(area, 'groups', may),
    locations: grantList(area, 'locations', may),
    pages: grantList(area, 'pages', may),
  };
  const about = `Permissions of the users of ${area === 'company' ? 'the company' : 'every company'}.`;
  const calls = service(
    `${area}/users`,
    { about },
    {
      getAllActionsAcl: lists.actions.operations.getPaginated,
      getAllGroupsAcl: lists.groups.operations.getPaginated,
      getAllLocationsAcl: lists.locations.operations.getPaginated,
      getAllPagesAcl: lists.pages.operations.getPaginated,
      exportActionsAcl: lists.actions.operations.export,
      exportGroupsAcl: lists.groups.operations.export,
      exportLocationsAcl: lists.locations.operations.export,
      exportPagesAcl: lists.pages.operations.export,
      getAcl: get({
        summary: `Returns everything that one person ${area === 'company' ? 'of the company' : 'of any company'} has and could have.`,
        may,
        input: personInput,
        output: z.array(grant),
      }),
      updateAcl: change('an action, a group, a location or a page'),
      updateGroup: change('a group'),
      updateLocation: change('a location'),
    },
  );
  return { lists, calls };
};

export const { lists: companyGrantLists, calls: companyGrants } = grantsOf('company', 'admin');
export const { lists: systemGrantLists, calls: systemGrants } = grantsOf('system', 'sys');

export const companyDismissals = service(
  'company/users',
  { about: 'Removing employees from the company.' },
  {
    fire: post({
      summary: 'Removes a person from the company and ends their sessions there; their appointments stay.',
      may: 'admin',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: personInput,
      output: null,
    }),
    delete: del({
      summary: 'Deletes the account of a person who works for no other company. 409 when they work for another.',
      may: 'admin',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: personInput,
      output: null,
    }),
  },
);

export const systemDismissals = service(
  'system/users',
  { about: 'Removing employees from any company.' },
  {
    fire: post({
      summary: 'Removes a person from a company. 409 when they work for several and none is named.',
      may: 'sys',
      notWhileImpersonating: true,
      input: z.strictObject({ id, companyId: id.optional() }),
      output: null,
    }),
    delete: del({
      summary: 'Deletes the account of a person who works for at most one company. 409 when they work for more.',
      may: 'sys',
      notWhileImpersonating: true,
      input: personInput,
      output: null,
    }),
  },
);

const groupGrantList = (kind: GroupGrantKind) => {
  const declared = {
    rowsKey: 'acl',
    row: groupGrantRow(kind),
    pageRow: groupGrant,
    title: 'groupName',
    sort: ['groupName', 'name', 'allow'],
    search: { group: 'groupName', ...searchAliases[kind] },
  } as const;
  const summary = `Returns one page of every group combined with every ${kind.slice(0, -1)}, and whether it has it.`;
  return {
    name: `group${kind}`,
    area: 'system' as const,
    declared,
    operations: listCalls(declared, { may: 'sys', summary }),
  };
};
export const groupGrantLists = { actions: groupGrantList('actions'), pages: groupGrantList('pages') };

export const groupGrants = service(
  'system/groups',
  { about: 'Permissions of groups.' },
  {
    getAllActionsAcl: groupGrantLists.actions.operations.getPaginated,
    getAllPagesAcl: groupGrantLists.pages.operations.getPaginated,
    exportActionsAcl: groupGrantLists.actions.operations.export,
    exportPagesAcl: groupGrantLists.pages.operations.export,
    updateAcl: post({
      summary:
        'Grants an action or a page to a group, or revokes it. 409 when a company or the system would lose its last administrator.',
      may: 'sys',
      notWhileImpersonating: true,
      input: insertInput(groupGrant, switchFields),
      output: null,
    }),
  },
);
