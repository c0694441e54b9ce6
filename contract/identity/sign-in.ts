// Signing in and out, registration, passwords and invitations, and the current user.
import { z } from 'zod';
import {
  businessName,
  eMail,
  id,
  maybe,
  newPassword,
  personName,
  secret,
  timeZone,
  token,
} from '#contract/lib/fields.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';
import { zoneRules } from '#contract/lib/zone-rules.ts';

const credentials = z.strictObject({
  logIn: z.string().trim().min(1, { error: 'field.required' }).max(254, { error: 'field.long' }),
  password: secret.min(1, { error: 'field.required' }),
  actionHash: maybe(z.string().max(200)),
  /** Of the second factor, if the account has one: without it, a correct password returns 417 with Key `Code`. */
  code: z.string().trim().max(40, { error: 'field.long' }).optional(),
  /** Connects the account with the external account that this browser has just tried to sign in with. */
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
  /** Routes of the pages that the user may open, by their actions or by a grant. */
  pages: z.array(z.string()),
  /** Changes with the actions, groups and granted pages. */
  rightsVersion: z.string(),
  /** The locations where the user may work, in every company they work for. */
  locations: z.array(z.object({ id, name: z.string(), companyId: id, companyName: z.string() })),
  /** The name of the person who impersonates this user. */
  impersonatorName: z.string().optional(),
  locationId: id.nullable(),
  companyId: id,
  companyName: z.string(),
  /** Whether the staff of the company record the payments of visits. */
  recordsPayments: z.boolean(),
  /** Of the location where the user works, otherwise of the company's oldest one: their days are those of reports. */
  timeZone,
  /** The rules of the zones of the company's locations: those of a browser may be older. */
  zones: z.array(zoneRules),
  /** The reason why the invitation sent along with the sign-in could not be accepted. */
  invitationRefusal: z.string().optional(),
  /** The external site with which signing in connected the account. */
  connectedWith: z.string().optional(),
});
export type CurrentUserAnswer = z.output<typeof currentUser>;

export const user = service(
  'user',
  { about: 'Signing in and out, and the current user.' },
  {
    authenticate: post({
      summary: 'Signs in until the browser closes. Same answer for an unknown login and a wrong password.',
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
        'Registers a company with its first administrator, location and calendar. For a login that is taken, the answer and its duration are the same; in both cases a mail explains the next step.',
      may: 'anyone',
      input: z.strictObject({
        logIn: eMail,
        password: newPassword,
        captchaResponse: z.string().min(1, { error: 'account.captchaMissing' }).max(20_000),
        /** Also accepted as text, as in the `planNumber` of the page's address. */
        plan: z.preprocess(
          (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
          z.number().int().min(1).max(1000).default(1),
        ),
        companyName: businessName.optional(),
        timeZone: timeZone.optional(),
      }),
      output: null,
    }),
    sendVerification: post({
      summary: "Sends another mail with the link that verifies the account's e-mail address.",
      may: 'user',
      // Operators verify their address before they have set up a required second factor.
      ownAccount: true,
      input: z.strictObject({}),
      output: null,
    }),
    verify: post({
      summary:
        'Verifies an e-mail address with the mailed link. The first time, removes second factors, passkeys and connections that were added before, and ends other sessions. 404 for a used or expired link, 403 with the session of another account.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({ actionHash: token }),
      output: null,
    }),
    getLink: get({
      summary:
        'Returns the purpose of a mailed link to /user/login without using it. The purpose is `none` for a used or expired one.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({ actionHash: token }),
      output: z.object({
        purpose: z.enum(['verify', 'invite', 'none']),
        eMail: z.string(),
        companyName: z.string(),
        /** Signing in with the link sets a password: another browser chose the present one. */
        needsPassword: z.boolean(),
      }),
    }),
    signInByLink: post({
      summary:
        'Verifies an e-mail address with the mailed link and signs in. Requires a new password in a browser that did not register the account. 404 for a used or expired link, 403 with the session of another account; 204 when the account has a second factor and the person has to sign in.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({ actionHash: token, password: newPassword.optional() }),
      output: currentUser.optional(),
    }),
    resetPassword: postOrGet({
      summary: 'Mails a link to set a new password. Same answer, after the same time, for an unknown address.',
      may: 'anyone',
      input: z.strictObject({ eMail }),
      output: null,
    }),
    setPassword: post({
      summary: 'Sets a new password with the link from ResetPassword and ends every session of the account.',
      may: 'anyone',
      input: z.strictObject({ actionHash: token, password: newPassword }),
      output: null,
    }),
    changePassword: post({
      summary:
        'Changes the password and ends all other sessions. Requires the current password unless the sign-in is younger than ten minutes.',
      may: 'user',
      ownAccount: true,
      notWhileImpersonating: true,
      input: z.strictObject({ password: newPassword, currentPassword: secret.optional() }),
      output: null,
    }),
    changePasswordByAddress: get({
      summary: 'Always returns 417: the password must be in the body of a POST, never in an address.',
      may: 'user',
      path: 'user/ChangePassword',
      input: z.strictObject({ password: z.string().optional() }),
      output: null,
    }),
    invite: get({
      summary: 'Returns the details of an invitation without accepting it. 404 for a used or expired one.',
      may: 'anyone',
      input: z.strictObject({ id: token }),
      output: z.object({
        message: z.string(),
        /** No account has this address yet: the page asks for a name and a password. */
        newUser: z.boolean(),
        companyName: z.string(),
        eMail: z.string(),
      }),
    }),
    acceptInvitation: post({
      summary:
        'Accepts an invitation: for the signed-in user with that address, or for a new account with the given password.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({
        id: token,
        firstName: personName(60).optional(),
        lastName: personName(60).optional(),
        password: newPassword.optional(),
        timeZone: timeZone.optional(),
      }),
      output: null,
    }),
    changeLocation: postOrGet({
      summary:
        "Changes the caller's current location, possibly to one of another company of theirs. 404 for any other.",
      may: 'user',
      ownTransactions: true,
      input: z.strictObject({ id }),
      output: null,
    }),
    stopImpersonating: post({
      summary: "Ends the impersonation and returns to the caller's own account.",
      may: 'user',
      ownTransactions: true,
      input: z.strictObject({}),
      output: null,
    }),
    isAuthenticated: get({
      summary: 'Returns whether the caller is signed in, and whether the session is locked.',
      may: 'anyone',
      whileLocked: true,
      optionalSession: true,
      passive: true,
      input: z.strictObject({}),
      output: z.object({ value: z.boolean(), isLocked: z.boolean() }),
    }),
    getCurrent: get({
      // Operators read their own account before they have set up a required second factor.
      summary: 'Returns the current user with their rights and locations. 410 without a session.',
      may: 'user',
      ownAccount: true,
      input: z.strictObject({}),
      output: currentUser,
    }),
  },
);
