// The people of a company, and all people for the operator.
import { z } from 'zod';
import { id, instant, optionalName, personName } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { publicLacks, visibilities } from './employee.ts';

const person = {
  id,
  /** First and last name: the display name. */
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  logIn: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  /** The names of the person's companies that the caller may see, separated by commas. */
  company: z.string(),
  languageId: id.nullable().meta({ wire: 'Languages_Id' }),
  language: z.string(),
  createdAt: instant.meta({ wire: 'Created' }),
};

const shared = {
  rowsKey: 'users',
  tables: ['users', 'employees', 'employee_locations', 'user_actions'],
  title: 'name',
  sort: ['name', 'logIn', 'createdAt'],
  search: { user: 'name' },
} as const;

export const companyEmployees = resource('company', 'users', {
  ...shared,
  about: 'The people who work for the company.',
  may: 'admin',
  page: '/app/company/employees',
  row: z.object({
    ...person,
    profession: z.string(),
    actions: z.array(z.string()),
    locations: z.array(z.string()),
    isOwnCompany: z.boolean(),
    /** Whether visitors find and book the person. */
    visibility: z.enum(visibilities),
    /** The steps towards a public profile that are open. */
    missing: z.array(z.enum(publicLacks)),
  }),
});

export const systemPeople = resource('system', 'users', {
  ...shared,
  about: 'All people who have an account, with the companies they work for.',
  may: 'sys',
  page: '/app/system/user-management',
  row: z.object({
    ...person,
    /** The person has followed a link sent to the address, or an operator has vouched for it. */
    isEMailVerified: z.boolean(),
    companies: z.array(z.string()),
    actions: z.array(z.string()),
    isOwnCompany: z.boolean(),
    version: z.string(),
  }),
  input: z.strictObject({
    firstName: personName(60),
    lastName: optionalName(60),
    languageId: id.nullable().meta({ wire: 'Languages_Id' }),
  }),
  can: ['update'],
});
