// Signing in and out, and who one is.
import { z } from 'zod';
import { id, secret } from './lib/fields.ts';
import { get, post, postOrGet, service } from './lib/service.ts';

const credentials = z.strictObject({
  logIn: z.string().trim().min(1, { error: 'field.required' }).max(254, { error: 'field.long' }),
  password: secret.min(1, { error: 'field.required' }),
  actionHash: z.string().max(200).optional(),
});

export const currentUser = z.object({
  user: z.object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    logIn: z.string(),
    languageId: id.nullable().meta({ wire: 'Languages_Id' }),
    language: z.string(),
    pictureId: id.nullable().meta({ wire: 'FileUploads_Id' }),
    isProfilePublic: z.boolean(),
    isCalendarPublic: z.boolean(),
    isPushNotificationsEnabled: z.boolean(),
    privacyPolicy: z.boolean(),
    termsAndConditions: z.boolean(),
    sessionActiveMinutes: z.number().int(),
  }),
  isImpersonated: z.boolean(),
  actions: z.array(z.string()),
  groups: z.array(z.string()),
  /** Routes of the pages granted on top of what the actions open. */
  pages: z.array(z.string()),
  locations: z.array(z.object({ id, name: z.string() })),
  locationId: id.nullable(),
  companyId: id,
  companyName: z.string(),
});
export type CurrentUserAnswer = z.output<typeof currentUser>;

export const user = service('user', {
  authenticate: post({
    summary: 'Signs in until the browser closes. The same answer for an unknown login and a wrong password.',
    may: 'anyone',
    input: credentials,
    output: currentUser,
  }),
  authenticateWithRememberMe: post({
    summary: 'Signs in for 30 days.',
    may: 'anyone',
    input: credentials,
    output: currentUser,
  }),
  logOut: postOrGet({
    summary: 'Ends the session.',
    may: 'anyone',
    whileLocked: true,
    input: z.strictObject({}),
    output: null,
  }),
  isAuthenticated: get({
    summary: 'Whether the caller is signed in.',
    may: 'anyone',
    knowsCaller: true,
    idle: true,
    input: z.strictObject({}),
    output: z.object({ value: z.boolean() }),
  }),
  getCurrent: get({
    summary: 'Who the caller is, what he may do and where he works; 410 without a session.',
    may: 'user',
    input: z.strictObject({}),
    output: currentUser,
  }),
});
