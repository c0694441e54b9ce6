// The caller's own account: details, picture, visibility, leaving the company.
import { z } from 'zod';
import { id, instant, maybe, note, personName, phone, text, timeZone } from '#contract/lib/fields.ts';
import { updateInput } from '#contract/lib/record-input.ts';
import { get, post, postOrDelete, postOrGet, service } from '#contract/lib/service.ts';
import { reminderChannels, reminderLeads } from '#contract/messaging/reminder-leads.ts';
import { publicName } from '#contract/public-names.ts';
import { currentUser } from './sign-in.ts';

export const ownAccount = z.object({
  profession: z.string(),
  description: z.string(),
  phoneNumber: z.string(),
  /** The person's part of the public address. */
  urlName: z.string(),
  /** The locations where the person works; each has a public profile under its own name. */
  locations: z.array(z.object({ id, name: z.string(), urlName: z.string(), timeZone })),
  isEMailVerified: z.boolean(),
  /** No other person administers the company. */
  isLastAdmin: z.boolean(),
  /** The pictures of the profile, in order. */
  pictures: z.array(id),
  /** How many hours before their own appointments the person is reminded. */
  reminderLeads: z.array(z.number().int()),
  reminderChannels,
});
export type OwnAccount = z.output<typeof ownAccount>;

const accountFields = {
  firstName: personName(60),
  lastName: personName(60),
  languageId: maybe(id).meta({ wire: 'Languages_Id' }),
  sessionActiveMinutes: z.number().int().min(1).max(1440),
  profession: note(100),
  description: note(4000),
  phoneNumber: z.union([z.literal(''), phone]),
  urlName: publicName,
};
/** GetCurrent answers the account as its User part; the rest of that answer is ignored. */
const accountInput = updateInput(currentUser.shape.user, accountFields, {});

/** The specification's two documents name this field differently. */
const state = z.strictObject({ isEnabled: z.boolean().optional(), isPublic: z.boolean().optional() });
const stateAnswer = z.object({ value: z.boolean() });

export const account = service(
  'user',
  { about: 'The account of the caller.' },
  {
    getAccount: get({
      summary: 'Returns what the account page shows in addition to GetCurrent.',
      may: 'user',
      input: z.strictObject({}),
      output: ownAccount,
    }),
    setCurrent: post({
      summary:
        "Updates the caller's details: the User part of GetCurrent, or its whole answer; omitted fields stay unchanged. Login, picture and switches have operations of their own.",
      may: 'user',
      ownTransactions: true,
      input: updateInput(
        currentUser.extend(currentUser.shape.user.shape),
        { ...accountFields, user: accountInput },
        {},
      ),
      output: currentUser.shape.user,
    }),
    getCurrentPicture: get({
      summary: "Returns the id of the caller's picture; null when there is none.",
      may: 'user',
      input: z.strictObject({}),
      output: z.object({ id: id.nullable() }),
    }),
    setCurrentPicture: postOrGet({
      summary: "Sets an uploaded picture as the caller's own and makes it public; without an id, removes the picture.",
      may: 'user',
      input: z.strictObject({ id: maybe(id) }),
      output: z.object({ id: id.nullable() }),
    }),
    addProfilePicture: post({
      summary: 'Adds an uploaded picture to the end of the profile.',
      may: 'user',
      input: z.strictObject({ id }),
      output: z.array(id),
    }),
    removeProfilePicture: post({
      summary: 'Removes a picture from the profile. 404 for a picture that the profile does not show.',
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
    setReminderLeads: post({
      summary:
        'Sets how many hours before their own appointments the caller is reminded; none without any. The channels are e-mail, push or both; omitted, they stay as they are.',
      may: 'user',
      input: z.strictObject({ reminderLeads, reminderChannels: reminderChannels.optional() }),
      output: z.object({ reminderLeads: z.array(z.number().int()), reminderChannels }),
    }),
    setPushNotificationsState: postOrGet({
      summary: 'Turns push notifications on or off, on every device of the account.',
      may: 'user',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: state,
      output: stateAnswer,
    }),
    leave: postOrGet({
      summary: 'Removes the caller from the company. 417 for its last administrator, and while appointments lie ahead.',
      may: 'user',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: z.strictObject({}),
      output: z.object({ companyName: z.string(), isSignedIn: z.boolean() }),
    }),
    leaveCompany: postOrGet({
      summary: 'Same as Leave.',
      may: 'user',
      ownTransactions: true,
      notWhileImpersonating: true,
      input: z.strictObject({}),
      output: z.object({ companyName: z.string(), isSignedIn: z.boolean() }),
    }),
  },
);

export const push = service(
  'fcm',
  { about: 'Push subscriptions of browsers.' },
  {
    getKey: get({
      summary: "Returns the public key for a browser's push subscription (VAPID, RFC 8292).",
      may: 'user',
      ownAccount: true,
      input: z.strictObject({}),
      output: z.object({ value: z.string() }),
    }),
    setToken: postOrGet({
      summary:
        'Stores where this browser receives push messages: its subscription as JSON. 417 for any other token, unless the installation has a Firebase project.',
      may: 'user',
      ownAccount: true,
      notWhileImpersonating: true,
      input: z.strictObject({ token: text(4000) }),
      output: null,
    }),
    getSubscriptions: get({
      summary: 'Returns the browsers that show the notifications of the caller, newest first.',
      may: 'user',
      ownAccount: true,
      input: z.strictObject({}),
      output: z.array(
        z.object({
          id,
          /** The SHA-256 hash of the endpoint (base64url), by which a browser finds itself. */
          mark: z.string(),
          /** Empty when unknown. */
          browser: z.string(),
          system: z.string(),
          created: instant,
        }),
      ),
    }),
    removeSubscription: postOrDelete({
      summary: 'Removes a browser: it shows no more notifications. 404 for one that is removed already.',
      may: 'user',
      ownAccount: true,
      notWhileImpersonating: true,
      input: z.strictObject({ id }),
      output: null,
    }),
  },
);
