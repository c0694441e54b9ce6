// Who is granted what: to the people of one company, to those of all, and to groups.
import { z } from 'zod';
import { codeIn, id } from '#contract/lib/fields.ts';
import { listCalls } from '#contract/lib/resource.ts';
import { del, get, type May, post, service } from '#contract/lib/service.ts';

/** What can be granted to a person, and what to a group. */
export const grantKinds = ['actions', 'groups', 'locations', 'pages'] as const;
export type GrantKind = (typeof grantKinds)[number];
export const groupGrantKinds = ['actions', 'pages'] as const;
export type GroupGrantKind = (typeof groupGrantKinds)[number];

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Names one switch of a list below: its kind, whose it is, and what is granted. */
const switchId = z.string().regex(new RegExp(`^(actions|groups|locations|pages)(\\.${uuid}){2,3}$`, 'i'), {
  error: 'field.id',
});

/** Why a switch cannot be turned by whoever reads it; codes below `users` in the language files. */
export const grantLocks = ['notOneself', 'isOperator', 'onlyWhatOneHas'] as const;

/** Where the words of what can be granted stand; the others are called as people named them. */
export const grantWords: Partial<Record<GrantKind, string>> = {
  actions: 'list.users.option.actions',
  pages: 'app.menuName',
};

/** What is sought, ordered by and exported of one switch: a person, and what he has or could have. */
const grantRow = (kind: GrantKind) =>
  z.object({
    id: z.string().meta({ kind: 'id' }),
    /** His name as people say it, and his sign-in. */
    person: z.string(),
    logIn: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    eMail: z.string().meta({ wire: 'EMail' }),
    name: nameOf(kind),
    company: z.string(),
    allow: z.boolean(),
  });

/** Of the action, group, location or page. */
function nameOf(kind: GrantKind) {
  const words = grantWords[kind];
  return words ? z.string().meta(codeIn(words)) : z.string();
}

export const grant = grantRow('groups').extend({
  kind: z.enum(grantKinds),
  /** Null when the caller may change it. */
  locked: z.enum(grantLocks).nullable(),
  /** He has it, by this switch, by a group or by what his role includes. */
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

/** What stands before a colon for the name of the thing, beside `name`. */
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
  const summary = `Every person ${scopeText} with every ${kind.slice(0, -1)}: who has it, a page at a time.`;
  return { name: `user${kind}`, area, declared, operations: listCalls(declared, { may, summary }) };
};

const switchInput = z.strictObject({ id: switchId, allow: z.boolean() });
const personInput = z.strictObject({ id });

/** The same calls for one company and for all: behind both stand the same functions. */
const grantsOf = <M extends May>(area: 'company' | 'system', may: M) => {
  const change = (subject: string) =>
    post({
      summary: `Grants or takes ${subject}. 403 for oneself and for what one does not have; 409 for the last administrator.`,
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
  const calls = service(`${area}/users`, {
    getAllActionsAcl: lists.actions.operations.getPaginated,
    getAllGroupsAcl: lists.groups.operations.getPaginated,
    getAllLocationsAcl: lists.locations.operations.getPaginated,
    getAllPagesAcl: lists.pages.operations.getPaginated,
    exportActionsAcl: lists.actions.operations.export,
    exportGroupsAcl: lists.groups.operations.export,
    exportLocationsAcl: lists.locations.operations.export,
    exportPagesAcl: lists.pages.operations.export,
    getAcl: get({
      summary: `All that one person ${area === 'company' ? 'of the company' : 'of every company'} has and could have.`,
      may,
      input: personInput,
      output: z.array(grant),
    }),
    updateAcl: change('an action or a page'),
    updateGroup: change('a group'),
    updateLocation: change('a location'),
  });
  return { lists, calls };
};

export const { lists: companyGrantLists, calls: companyGrants } = grantsOf('company', 'admin');
export const { lists: systemGrantLists, calls: systemGrants } = grantsOf('system', 'sys');

export const companyDismissals = service('company/users', {
  fire: post({
    summary: 'Ends the work of a person for the company, and his sessions there; what was booked stays.',
    may: 'admin',
    notWhileImpersonating: true,
    input: personInput,
    output: null,
  }),
  delete: del({
    summary: 'Deletes the account of a person who works for no other company; 409 for one who does.',
    may: 'admin',
    notWhileImpersonating: true,
    input: personInput,
    output: null,
  }),
});

export const systemDismissals = service('system/users', {
  fire: post({
    summary: 'Ends the work of a person for a company; 409 for one who works for several while none is named.',
    may: 'sys',
    notWhileImpersonating: true,
    input: z.strictObject({ id, companyId: id.optional() }),
    output: null,
  }),
  delete: del({
    summary: 'Deletes the account of a person who works for one company at most; 409 for one who works for more.',
    may: 'sys',
    notWhileImpersonating: true,
    input: personInput,
    output: null,
  }),
});

const groupGrantList = (kind: GroupGrantKind) => {
  const declared = {
    rowsKey: 'acl',
    row: groupGrantRow(kind),
    pageRow: groupGrant,
    title: 'groupName',
    sort: ['groupName', 'name', 'allow'],
    search: { group: 'groupName', ...searchAliases[kind] },
  } as const;
  const summary = `Every group with every ${kind.slice(0, -1)}: which has it, a page at a time.`;
  return {
    name: `group${kind}`,
    area: 'system' as const,
    declared,
    operations: listCalls(declared, { may: 'sys', summary }),
  };
};
export const groupGrantLists = { actions: groupGrantList('actions'), pages: groupGrantList('pages') };

export const groupGrants = service('system/groups', {
  getAllActionsAcl: groupGrantLists.actions.operations.getPaginated,
  getAllPagesAcl: groupGrantLists.pages.operations.getPaginated,
  exportActionsAcl: groupGrantLists.actions.operations.export,
  exportPagesAcl: groupGrantLists.pages.operations.export,
  updateAcl: post({
    summary:
      'Gives a group an action or a page, or takes it; 409 when a company or the system were left without anybody.',
    may: 'sys',
    notWhileImpersonating: true,
    input: switchInput,
    output: null,
  }),
});
