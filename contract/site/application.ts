// Data about the installation that the browser loads: legal texts, languages, menu, limits.
import { z } from 'zod';
import { pictureUse, uploadUse } from '#contract/files.ts';
import { currentUser } from '#contract/identity/sign-in.ts';
import { businessName, eMail, id, newPassword, personName, text, timeZone, token } from '#contract/lib/fields.ts';
import { get, post, postOrGet, service } from '#contract/lib/service.ts';
import { mailState } from '#contract/messaging/mail-states.ts';
import { feedbackTypes } from './home.ts';

const html = z.object({ html: z.string(), version: z.number().int() });

export const language = z.object({ id, key: z.string(), name: z.string() });

interface MenuNode {
  id: string;
  name: string;
  icon: string;
  isHeading: boolean;
  /** The route; empty for a heading. */
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

export const application = service(
  'application',
  { about: 'The installation: texts, languages, menu, limits.' },
  {
    termsAndConditions: get({
      summary: 'Returns the terms and conditions.',
      may: 'anyone',
      input: z.strictObject({}),
      output: html,
    }),
    cookiesPolicy: get({
      summary: 'Returns the cookies policy.',
      may: 'anyone',
      input: z.strictObject({}),
      output: html,
    }),
    privacyPolicy: get({
      summary: 'Returns the privacy policy.',
      may: 'anyone',
      input: z.strictObject({}),
      output: html,
    }),
    getCurrentLanguage: get({
      summary:
        "Returns the caller's language: from their account, from this browser's cookie, or the browser's preference.",
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({}),
      output: language,
    }),
    setCurrentLanguage: postOrGet({
      summary: 'Sets the language of this browser, and of the account when signed in.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({ id }),
      output: z.object({ key: z.string() }),
    }),
    getAllLanguages: get({
      summary: 'Returns the available languages.',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.array(language),
    }),
    getCurrentLocale: get({
      summary: "Returns the locale for dates and numbers in the caller's language.",
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({}),
      output: z.object({ value: z.string() }),
    }),
    getCaptchaKey: get({
      summary: 'Returns the captcha service and its public key; `altcha` needs no key.',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.object({ value: z.string(), provider: z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']) }),
    }),
    getCaptchaChallenge: get({
      summary: 'Returns a challenge of the built-in captcha (altcha); its solution is the CaptchaResponse, valid once.',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.object({ challenge: z.string() }),
    }),
    setup: post({
      summary:
        'Creates the first operator, who agrees to the terms and the privacy policy, with the one-time link that an empty installation prints at startup, and signs them in.',
      may: 'anyone',
      input: z.strictObject({
        token,
        logIn: eMail,
        password: newPassword,
        firstName: personName(60).optional(),
        lastName: personName(60).optional(),
        /** Every user works in a company: without a name, in one called Daybook. */
        companyName: businessName.optional(),
        timeZone: timeZone.optional(),
      }),
      output: currentUser,
    }),
    canSetup: get({
      summary: 'Returns whether the link of an empty installation is still valid.',
      may: 'anyone',
      input: z.strictObject({ token }),
      output: z.object({ value: z.boolean() }),
    }),
    setCookiesAgreed: post({
      summary:
        'Records that the visitor has read the cookie notice: in this browser for a year, and in the account when signed in. 409 when a newer version than the given one exists.',
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({ version: z.number().int().min(0).optional() }),
      output: null,
    }),
    checkExport: get({
      summary:
        "Checks whether the caller may download a list now. 429 while two of the caller's downloads run, 503 while four do.",
      may: 'user',
      input: z.strictObject({}),
      output: null,
    }),
    getFileSettings: get({
      summary: 'Returns the accepted file types and the maximum size for a use.',
      may: 'user',
      input: z.strictObject({ use: uploadUse.default('any') }),
      output: fileSettings,
    }),
    getImageSettings: get({
      summary: 'Returns the accepted picture types and sizes for a use.',
      may: 'user',
      input: z.strictObject({ use: pictureUse.default('portrait') }),
      output: fileSettings.extend({ minWidth: z.number().int(), minHeight: z.number().int() }),
    }),
    getMailStates: get({
      summary:
        'Returns whether mails leave, by purpose, whether SMS about appointments do, and the names of the operators who work in the company of the caller.',
      may: 'anyone',
      optionalSession: true,
      passive: true,
      input: z.strictObject({}),
      output: z.object({
        account: mailState,
        visit: mailState,
        campaign: mailState,
        visitSms: z.boolean(),
        operators: z.array(z.string()),
      }),
    }),
    getMenu: get({
      summary: 'Returns the side menu of the caller; 204 when `version` is current.',
      may: 'user',
      input: z.strictObject({ version: z.string().max(64).optional() }),
      output: z.object({ version: z.string(), menu: z.array(menuNode) }).optional(),
    }),
    getChanges: get({
      summary:
        'Streams server-sent events: `rights`, `changed` (a calendar), `reminder` and `table` name what changed; `missed` means that changes may have been lost.',
      may: 'user',
      passive: true,
      answers: 'events',
      /** `RightsVersion` of GetCurrent: `rights` comes at once when it is no longer the present one. */
      input: z.strictObject({ rightsVersion: z.string().max(40).default('') }),
      output: null,
    }),
    getPayPalTransactionUrl: get({
      summary: 'Returns the address of the page of a PayPal transaction, without the `TransactionId` at its end.',
      may: 'user',
      input: z.strictObject({}),
      output: z.object({ value: z.string() }),
    }),
    getPublicCalendarEventLength: get({
      summary: 'Returns the length of an appointment without a service (minutes).',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.object({ value: z.number().int() }),
    }),
    getSocialLoginSettings: get({
      summary: 'Returns the client id of each site that users can sign in with; unconfigured sites are omitted.',
      may: 'anyone',
      input: z.strictObject({}),
      output: z.object({
        googleClientId: z.string().optional(),
        linkedInClientId: z.string().optional(),
        facebookClientId: z.string().optional(),
      }),
    }),
    sendFeedback: post({
      summary: "Stores the caller's feedback.",
      may: 'user',
      ownTransactions: true,
      input: z.strictObject({ type: z.enum(feedbackTypes), message: text(4000) }),
      output: null,
    }),
  },
);
