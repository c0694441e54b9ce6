// What the browser asks about the installation: texts, languages, menu, limits.
import { z } from 'zod';
import { pictureUse } from '#contract/files.ts';
import { eMail, id, newPassword, text, timeZone, token } from '#contract/lib/fields.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';
import { feedbackTypes } from './home.ts';

const html = z.object({ html: z.string(), version: z.number().int() });

export const language = z.object({ id, key: z.string(), name: z.string() });

interface MenuNode {
  id: string;
  name: string;
  icon: string;
  isHeading: boolean;
  /** The route, empty for a heading. */
  sRef: string;
  order: number;
  childrens: MenuNode[];
}

const menuNode: z.ZodType<MenuNode> = z.object({
  id,
  name: z.string(),
  icon: z.string(),
  isHeading: z.boolean(),
  sRef: z.string().meta({ wire: 'SRef' }),
  order: z.number().int(),
  get childrens() {
    return z.array(menuNode);
  },
});
export type MenuItem = MenuNode;

const fileSettings = z.object({
  mimeTypes: z.array(z.object({ mimeType: z.string(), extension: z.string() })),
  /** Bytes. */
  maxSize: z.number().int(),
});

export const application = service('application', {
  termsAndConditions: get({ summary: 'Terms and conditions.', may: 'anyone', input: z.strictObject({}), output: html }),
  cookiesPolicy: get({ summary: 'Cookies policy.', may: 'anyone', input: z.strictObject({}), output: html }),
  privacyPolicy: get({ summary: 'Privacy policy.', may: 'anyone', input: z.strictObject({}), output: html }),
  getCurrentLanguage: get({
    summary: "The caller's language: his own setting, his choice on this browser, or what his browser prefers.",
    may: 'anyone',
    optionalSession: true,
    input: z.strictObject({}),
    output: language,
  }),
  setCurrentLanguage: postOrGet({
    summary: 'Chooses the language of this browser, and of the account when signed in.',
    may: 'anyone',
    optionalSession: true,
    input: z.strictObject({ id }),
    output: z.object({ key: z.string() }),
  }),
  getAllLanguages: get({
    summary: 'The languages to choose from.',
    may: 'anyone',
    input: z.strictObject({}),
    output: z.array(language),
  }),
  getCurrentLocale: get({
    summary: "The locale for dates and numbers in the caller's language.",
    may: 'anyone',
    optionalSession: true,
    input: z.strictObject({}),
    output: z.object({ value: z.string() }),
  }),
  getCaptchaKey: get({
    summary: 'Who asks whether a visitor is a person, and the public key of that service; `altcha` needs no key.',
    may: 'anyone',
    input: z.strictObject({}),
    output: z.object({ value: z.string(), provider: z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']) }),
  }),
  getCaptchaChallenge: get({
    summary: 'A challenge of our own captcha (altcha); its solution is the CaptchaResponse, good for one use.',
    may: 'anyone',
    input: z.strictObject({}),
    output: z.object({ challenge: z.string() }),
  }),
  setup: post({
    summary: 'Makes the first operator, by the one-time link that an empty installation prints at its start.',
    may: 'anyone',
    input: z.strictObject({
      token,
      logIn: eMail,
      password: newPassword,
      firstName: text(60).optional(),
      lastName: text(60).optional(),
      /** Whoever signs in works in a company: without a name, in one called Daybook. */
      companyName: text(100).optional(),
      timeZone: timeZone.optional(),
    }),
    output: null,
  }),
  canSetup: get({
    summary: 'Whether the link of an empty installation still works.',
    may: 'anyone',
    input: z.strictObject({ token }),
    output: z.object({ value: z.boolean() }),
  }),
  setCookiesAgreed: post({
    summary:
      'The visitor has read the notice of cookies; kept for a year in this browser, and with the account of whoever is signed in. 409 when a newer version exists than the one he names.',
    may: 'anyone',
    optionalSession: true,
    input: z.strictObject({ version: z.number().int().min(0).optional() }),
    output: null,
  }),
  getFileSettings: get({
    summary: 'Which files may be uploaded.',
    may: 'user',
    input: z.strictObject({}),
    output: fileSettings,
  }),
  getImageSettings: get({
    summary: 'Which pictures may be uploaded for a use.',
    may: 'user',
    input: z.strictObject({ use: pictureUse.default('portrait') }),
    output: fileSettings.extend({ minWidth: z.number().int(), minHeight: z.number().int() }),
  }),
  getMenu: get({
    summary: 'The side menu that the caller may use; 204 when `version` is the current one.',
    may: 'user',
    input: z.strictObject({ version: z.string().max(64).optional() }),
    output: z.object({ version: z.string(), menu: z.array(menuNode) }).optional(),
  }),
  getChanges: get({
    summary:
      'Server-sent events: `rights`, `changed` (a calendar), `reminder` and `table` name what changed, `missed` that something may have.',
    may: 'user',
    passive: true,
    answers: 'events',
    input: z.strictObject({}),
    output: null,
  }),
  getPublicCalendarEventLength: get({
    summary: 'The length of an appointment without a service, in minutes.',
    may: 'anyone',
    input: z.strictObject({}),
    output: z.object({ value: z.number().int() }),
  }),
  getSocialLoginSettings: get({
    summary: 'The client id of each site that one may sign in with; a site that is not configured is left out.',
    may: 'anyone',
    input: z.strictObject({}),
    output: z.object({
      googleClientId: z.string().optional(),
      linkedInClientId: z.string().optional(),
      facebookClientId: z.string().optional(),
    }),
  }),
  sendFeedback: post({
    summary: 'Keeps what a user tells us.',
    may: 'user',
    input: z.strictObject({ type: z.enum(feedbackTypes), message: text(4000) }),
    output: null,
  }),
});
