// One's own account: details, picture, what is public, leaving the company.
import { z } from 'zod';
import { id, maybe, note, phone, text, timeZone, urlName } from '#contract/lib/fields.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';
import { currentUser } from './sign-in.ts';

export const ownAccount = z.object({
  profession: z.string(),
  description: z.string(),
  phoneNumber: z.string(),
  /** The person's part of the public address. */
  urlName: z.string(),
  /** Where the person works; each has a public profile under its own name. */
  locations: z.array(z.object({ id, name: z.string(), urlName: z.string(), timeZone })),
  isEMailVerified: z.boolean(),
  /** Nobody else could administer the company after him. */
  isLastAdmin: z.boolean(),
  /** The pictures of the profile, in order. */
  pictures: z.array(id),
});
export type OwnAccount = z.output<typeof ownAccount>;

/** Part of an answered user that this call does not change: a client may send the user back as it got it. */
const ignoredField = z.unknown().optional();

/** The specification's two documents name the switch differently. */
const state = z.strictObject({ isEnabled: z.boolean().optional(), isPublic: z.boolean().optional() });
const stateAnswer = z.object({ value: z.boolean() });

export const account = service('user', {
  getAccount: get({
    summary: "What the account's page shows beyond GetCurrent.",
    may: 'user',
    input: z.strictObject({}),
    output: ownAccount,
  }),
  setCurrent: post({
    summary: "Changes one's own details; what is left out stays. Login, picture and switches have calls of their own.",
    may: 'user',
    input: z.strictObject({
      firstName: text(60),
      lastName: text(60),
      languageId: maybe(id).meta({ wire: 'Languages_Id' }),
      sessionActiveMinutes: z.number().int().min(1).max(1440).optional(),
      profession: note(100).optional(),
      description: note(4000).optional(),
      phoneNumber: z.union([z.literal(''), phone]).optional(),
      urlName: urlName.optional(),
      id: ignoredField,
      logIn: ignoredField,
      language: ignoredField,
      pictureId: ignoredField.meta({ wire: 'FileUploads_Id' }),
      isProfilePublic: ignoredField,
      isCalendarPublic: ignoredField,
      isPushNotificationsEnabled: ignoredField,
      privacyPolicy: ignoredField,
      termsAndConditions: ignoredField,
    }),
    output: currentUser.shape.user,
  }),
  getCurrentPicture: get({
    summary: "One's own picture; `Id` is null without one.",
    may: 'user',
    input: z.strictObject({}),
    output: z.object({ id: id.nullable() }),
  }),
  setCurrentPicture: postOrGet({
    summary: "Makes an uploaded picture one's own and public; without an id there is none any more.",
    may: 'user',
    input: z.strictObject({ id: maybe(id) }),
    output: z.object({ id: id.nullable() }),
  }),
  addProfilePicture: post({
    summary: 'Shows an uploaded picture on the profile, after the others.',
    may: 'user',
    input: z.strictObject({ id }),
    output: z.array(id),
  }),
  removeProfilePicture: post({
    summary: 'Takes a picture off the profile; 404 for one that it does not show.',
    may: 'user',
    input: z.strictObject({ id }),
    output: z.array(id),
  }),
  setProfilePublicState: postOrGet({
    summary: 'Shows or hides the public profile; 417 while the e-mail address is not verified.',
    may: 'user',
    input: state,
    output: stateAnswer,
  }),
  setCalendarPublicState: postOrGet({
    summary: 'Shows or hides the public calendar.',
    may: 'user',
    input: state,
    output: stateAnswer,
  }),
  setPushNotificationsState: postOrGet({
    summary: 'Turns push notifications on or off, on every device of the account.',
    may: 'user',
    notWhileImpersonating: true,
    input: state,
    output: stateAnswer,
  }),
  leave: postOrGet({
    summary: 'Leaves the company; 417 for its last administrator and while visitors are still expected.',
    may: 'user',
    notWhileImpersonating: true,
    input: z.strictObject({}),
    output: z.object({ companyName: z.string(), isSignedIn: z.boolean() }),
  }),
  leaveCompany: postOrGet({
    summary: 'The same as Leave.',
    may: 'user',
    notWhileImpersonating: true,
    input: z.strictObject({}),
    output: z.object({ companyName: z.string(), isSignedIn: z.boolean() }),
  }),
});

export const push = service('fcm', {
  getKey: get({
    summary: "The key that a browser's subscription to push messages is made for (VAPID, RFC 8292).",
    may: 'user',
    input: z.strictObject({}),
    output: z.object({ value: z.string() }),
  }),
  setToken: postOrGet({
    summary: 'Keeps where this browser can be sent push messages: its subscription as JSON, or a token.',
    may: 'user',
    notWhileImpersonating: true,
    input: z.strictObject({ token: text(4000) }),
    output: null,
  }),
});
