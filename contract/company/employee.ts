// One person of the company as an administrator sets them up: details, picture, and what a public profile lacks.
import { z } from 'zod';
import { id, maybe, note, optionalName, personName, phone } from '#contract/lib/fields.ts';
import { updateInput } from '#contract/lib/record-input.ts';
import { get, post, service } from '#contract/lib/service.ts';

/** The reasons why a profile cannot be published yet; codes below `employee.lacks` in the language files. */
export const publicObstacles = ['notVerified', 'notNamed', 'notPlaced'] as const;
export type PublicObstacle = (typeof publicObstacles)[number];

/** The same, and what visitors miss while it is not there; in the order in which an administrator adds it. */
export const publicLacks = [...publicObstacles, 'hours', 'services'] as const;
export type PublicLack = (typeof publicLacks)[number];

/** `found`: the profile is public, the calendar is not. */
export const visibilities = ['bookable', 'found', 'hidden'] as const;

/** The reasons why an administrator cannot change a person's name; codes below `users` in the language files. */
export const nameLocks = ['nameElsewhere', 'isOperator'] as const;

export const employeeDetails = z.object({
  id,
  /** First and last name, else the sign-in name. */
  name: z.string(),
  logIn: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null when the caller may change the name. */
  nameLock: z.enum(nameLocks).nullable(),
  profession: z.string(),
  description: z.string(),
  phoneNumber: z.string(),
  pictureId: id.nullable().meta({ wire: 'FileUploads_Id' }),
  calendarId: id.nullable(),
  isProfilePublic: z.boolean(),
  isCalendarPublic: z.boolean(),
  obstacles: z.array(z.enum(publicObstacles)),
  /** The person has saved their working hours, or someone has for them. */
  hasHours: z.boolean(),
  /** How many services on offer the person does. */
  services: z.number().int(),
  /** The path of the profile at the first location; null without a location. */
  path: z.string().nullable(),
  /** The version of the fields that `saveDetails` changes. */
  version: z.string(),
});
export type EmployeeDetails = z.output<typeof employeeDetails>;

const fields = {
  firstName: personName(60),
  lastName: optionalName(60),
  profession: note(100),
  description: note(4000),
  phoneNumber: z.union([z.literal(''), phone]),
};

export const companyEmployee = service(
  'company/users',
  { about: 'The details of one employee.' },
  {
    getDetails: get({
      summary: 'Returns the details of an employee, and what their public profile lacks.',
      may: 'admin',
      input: z.strictObject({ id }),
      output: employeeDetails,
    }),
    saveDetails: post({
      summary:
        'Changes the details of an employee in this company; omitted fields stay unchanged. 409 when the given version is no longer the current one, 403 for another name of a person who also works for another company, and of an operator.',
      may: 'admin',
      ownTransactions: true,
      input: updateInput(employeeDetails, fields, { id, version: z.string().max(40).optional() }),
      output: employeeDetails,
    }),
    setPicture: post({
      summary:
        'Makes a picture that the caller uploaded the public picture of an employee; without PictureId, removes the picture.',
      may: 'admin',
      input: z.strictObject({ id, pictureId: maybe(id) }),
      output: employeeDetails,
    }),
  },
);
