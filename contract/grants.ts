// Who is granted what: to the people of one company, to those of all, and to groups.
import { z } from 'zod';
import { id, pageInput } from './lib/fields.ts';
import { del, get, type May, post, service } from './lib/service.ts';

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

/** One switch: a person, and what he has or could have. */
export const grant = z.object({
  id: z.string(),
  kind: z.enum(grantKinds),
  allow: z.boolean(),
  /** Null when the caller may change it. */
  locked: z.enum(grantLocks).nullable(),
  /** He has it, by this switch, by a group or by what his role includes. */
  has: z.boolean(),
  userId: id.meta({ wire: 'Users_Id' }),
  companyId: id,
  logIn: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  /** Of the action, group, location or page. */
  name: z.string(),
  company: z.string(),
});
export type Grant = z.output<typeof grant>;

/** One switch of a group. */
export const groupGrant = z.object({
  id: z.string(),
  kind: z.enum(groupGrantKinds),
  allow: z.boolean(),
  groupName: z.string(),
  name: z.string(),
});
export type GroupGrant = z.output<typeof groupGrant>;

const listed = <R extends z.ZodType>(row: R) => z.object({ totalRows: z.number().int(), acl: z.array(row) });
const changed = z.strictObject({ id: switchId, allow: z.boolean() });
const who = z.strictObject({ id });

/** The same calls for one company and for all: behind both stand the same functions. */
const grantsOf = <M extends May>(area: 'company' | 'system', may: M) => {
  const of = area === 'company' ? 'of the company' : 'of every company';
  const list = (what: string) =>
    get({
      summary: `Every person ${of} with every ${what}: who has it, a page at a time.`,
      may,
      input: z.strictObject(pageInput),
      output: listed(grant),
    });
  const change = (what: string) =>
    post({
      summary: `Grants or takes ${what}. 403 for oneself and for what one does not have; 409 for the last administrator.`,
      may,
      inPerson: true,
      input: changed,
      output: null,
    });
  return service(`${area}/users`, {
    getAllActionsAcl: list('action'),
    getAllGroupsAcl: list('group'),
    getAllLocationsAcl: list('location'),
    getAllPagesAcl: list('page'),
    getAcl: get({
      summary: `All that one person ${of} has and could have.`,
      may,
      input: who,
      output: z.array(grant),
    }),
    updateAcl: change('an action or a page'),
    updateGroup: change('a group'),
    updateLocation: change('a location'),
  });
};

export const companyGrants = grantsOf('company', 'admin');
export const systemGrants = grantsOf('system', 'sys');

export const companyDismissals = service('company/users', {
  fire: post({
    summary: 'Ends the work of a person for the company, and his sessions there; what was booked stays.',
    may: 'admin',
    inPerson: true,
    input: who,
    output: null,
  }),
  delete: del({
    summary: 'Deletes the account of a person who works for no other company; 409 for one who does.',
    may: 'admin',
    inPerson: true,
    input: who,
    output: null,
  }),
});

export const systemDismissals = service('system/users', {
  fire: post({
    summary: 'Ends the work of a person for a company; 409 for one who works for several while none is named.',
    may: 'sys',
    inPerson: true,
    input: z.strictObject({ id, companyId: id.optional() }),
    output: null,
  }),
  delete: del({
    summary: 'Deletes the account of a person who works for one company at most; 409 for one who works for more.',
    may: 'sys',
    inPerson: true,
    input: who,
    output: null,
  }),
});

export const groupGrants = service('system/groups', {
  getAllActionsAcl: get({
    summary: 'Every group with every action: which has it, a page at a time.',
    may: 'sys',
    input: z.strictObject(pageInput),
    output: listed(groupGrant),
  }),
  getAllPagesAcl: get({
    summary: 'Every group with every page: which opens it, a page at a time.',
    may: 'sys',
    input: z.strictObject(pageInput),
    output: listed(groupGrant),
  }),
  updateAcl: post({
    summary:
      'Gives a group an action or a page, or takes it; 409 when a company or the system were left without anybody.',
    may: 'sys',
    inPerson: true,
    input: changed,
    output: null,
  }),
});
