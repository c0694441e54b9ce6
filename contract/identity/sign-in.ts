// Signing in and out, and who one is.
import { z } from 'zod';
import { eMail, id, maybe, newPassword, secret, text, timeZone, token } from '#contract/lib/fields.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';

const credentials = z.strictObject({
  logIn: z.string().trim().min(1, { error: 'field.required' }).max(254, { error: 'field.long' }),
  password: secret.min(1, { error: 'field.required' }),
  actionHash: maybe(z.string().max(200)),
  /** Of the second factor, where the account has one: without it a right password answers 417 with Key `Code`. */
  code: z.string().trim().max(40, { error: 'field.long' }).optional(),
  /** Connects the account with that of another site, by which this browser has just tried to come in. */
  isConnecting: z.boolean().default(false),
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
  /** Routes of the pages that he may open, by his actions or by a grant. */
  pages: z.array(z.string()),
  /** Where he may work, also in other companies of his. */
  locations: z.array(z.object({ id, name: z.string(), companyId: id, companyName: z.string() })),
  /** Who really acts, while somebody acts as this user. */
  impersonatorName: z.string().optional(),
  locationId: id.nullable(),
  companyId: id,
  companyName: z.string(),
  /** Why the invitation brought along when signing in could not be accepted. */
  invitationRefusal: z.string().optional(),
  /** The site with which the account was connected by signing in. */
  connectedWith: z.string().optional(),
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
  create: post({
    summary:
      'Registers a company with its first administrator, location and calendar. The same answer, after the same time, for a login that is taken; either way a mail says what to do.',
    may: 'anyone',
    input: z.strictObject({
      logIn: eMail,
      password: newPassword,
      captchaResponse: z.string().min(1, { error: 'account.captchaMissing' }).max(20_000),
      /** Also as text, as `planNumber` of the page's address has it. */
      plan: z.preprocess(
        (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
        z.number().int().min(1).max(1000).default(1),
      ),
      companyName: text(100).optional(),
      timeZone: timeZone.optional(),
    }),
    output: null,
  }),
  sendVerification: post({
    summary: 'Mails the link by which the e-mail address of the account is verified once more.',
    may: 'user',
    input: z.strictObject({}),
    output: null,
  }),
  verify: post({
    summary: 'Verifies an e-mail address by the link mailed to it; 404 for a link that was used or is too old.',
    may: 'anyone',
    input: z.strictObject({ actionHash: token }),
    output: null,
  }),
  resetPassword: postOrGet({
    summary: 'Mails a link to set a new password; the same answer, after the same time, for an unknown address.',
    may: 'anyone',
    input: z.strictObject({ eMail }),
    output: null,
  }),
  setPassword: post({
    summary: 'Sets a new password by the link of ResetPassword and ends every session of the account.',
    may: 'anyone',
    input: z.strictObject({ actionHash: token, password: newPassword }),
    output: null,
  }),
  changePassword: post({
    summary:
      'Changes the password and ends all other sessions. The current one is asked for, unless the sign-in is younger than ten minutes.',
    may: 'user',
    ownAccount: true,
    notWhileImpersonating: true,
    input: z.strictObject({ password: newPassword, currentPassword: secret.optional() }),
    output: null,
  }),
  changePasswordByAddress: get({
    summary: 'Answers 417: a password is never taken from an address, send it in the body by POST.',
    may: 'user',
    path: 'user/ChangePassword',
    input: z.strictObject({ password: z.string().optional() }),
    output: null,
  }),
  invite: get({
    summary: 'What an invitation is for; opening it joins nothing. 404 for one that was used or is too old.',
    may: 'anyone',
    input: z.strictObject({ id: token }),
    output: z.object({
      message: z.string(),
      /** Nobody has an account with this address yet: a name and a password are asked for. */
      newUser: z.boolean(),
      companyName: z.string(),
      eMail: z.string(),
    }),
  }),
  acceptInvitation: post({
    summary:
      'Joins the company by an invitation: whoever is signed in with that address, or a new account with the password given.',
    may: 'anyone',
    optionalSession: true,
    input: z.strictObject({
      id: token,
      firstName: text(60).optional(),
      lastName: text(60).optional(),
      password: newPassword.optional(),
      timeZone: timeZone.optional(),
    }),
    output: null,
  }),
  changeLocation: postOrGet({
    summary: 'Works at another location from now on, also at one of another company of his; 404 for any other.',
    may: 'user',
    input: z.strictObject({ id }),
    output: null,
  }),
  stopImpersonating: post({
    summary: 'Ends acting as somebody else and goes on as oneself.',
    may: 'user',
    input: z.strictObject({}),
    output: null,
  }),
  isAuthenticated: get({
    summary: 'Whether the caller is signed in, or would be but for the lock screen.',
    may: 'anyone',
    whileLocked: true,
    optionalSession: true,
    passive: true,
    input: z.strictObject({}),
    output: z.object({ value: z.boolean(), isLocked: z.boolean() }),
  }),
  getCurrent: get({
    // An operator who must set up his second factor first is told who he is.
    summary: 'Who the caller is, what he may do and where he works; 410 without a session.',
    may: 'user',
    ownAccount: true,
    input: z.strictObject({}),
    output: currentUser,
  }),
});
