// Signing in with an account of another site: Google, LinkedIn, Facebook (OpenID Connect).
import { z } from 'zod';
import { businessName, instant, secret, timeZone, token } from '#contract/lib/fields.ts';
import { get, post, postOrDelete, postOrGet, service } from '#contract/lib/service.ts';
import { secondFactorCode } from './second-factor.ts';
import { currentUser } from './sign-in.ts';

export const socialProviders = ['google', 'linkedin', 'facebook'] as const;
export type SocialProvider = (typeof socialProviders)[number];

/**
 * The outcome, passed as `social` in the address of the page that the browser returns to, beside `site`. `known`: an
 * account with this e-mail address exists, and its password connects the two; `unknown`: there is no such account;
 * `unverified`: the site has not verified the address; `nowhere`: the account belongs to no company; `taken`: one of
 * the two accounts is already connected with another.
 */
export const socialOutcomes = ['failed', 'known', 'unknown', 'unverified', 'nowhere', 'taken', 'connected'] as const;
export type SocialOutcome = (typeof socialOutcomes)[number];

const noInput = z.strictObject({});
const provider = z.enum(socialProviders, { error: 'field.invalid' });
const ownAccountOnly = { may: 'user', ownAccount: true, notWhileImpersonating: true } as const;
/** The address that the browser opens next: a page of the other site. */
const redirection = z.object({ url: z.string() });
const idToken = z.strictObject({
  token: z.string().min(1, { error: 'field.required' }).max(8000, { error: 'field.long' }),
});

export const social = service(
  'user',
  { about: 'Signing in with another site: Google, LinkedIn, Facebook.' },
  {
    startSocialSignIn: post({
      summary: 'Starts a sign-in with another site; the browser must return within five minutes.',
      may: 'anyone',
      input: z.strictObject({
        provider,
        isRemembered: z.boolean().default(false),
        /** The path of this site that the browser ends at. */
        to: z.string().max(2000).optional(),
        /** Of a mailed link, used after the other site has identified the user: accepts an invitation. */
        actionHash: token.optional(),
      }),
      output: redirection,
    }),
    startSocialRegistration: post({
      summary:
        'Starts the registration of a company with another site instead of a password and a captcha. Signs in when the account exists.',
      may: 'anyone',
      input: z.strictObject({
        provider,
        plan: z.number().int().min(1).max(1000).default(1),
        companyName: businessName.optional(),
        timeZone: timeZone.optional(),
      }),
      output: redirection,
    }),
    startSocialLink: post({
      summary:
        "Starts to connect the caller's account with one of another site. 417 while its e-mail address is not verified.",
      ...ownAccountOnly,
      input: z.strictObject({ provider, password: secret.optional() }),
      output: redirection,
    }),
    getSocialLinks: get({
      summary: "Returns the sites with which the caller's account is connected.",
      ...ownAccountOnly,
      input: noInput,
      output: z.object({
        hasPassword: z.boolean(),
        links: z.array(z.object({ provider, eMail: z.string(), isOn: z.boolean(), created: instant.nullable() })),
      }),
    }),
    removeSocialLink: postOrDelete({
      summary: 'Removes a connection. 417 for the last sign-in method of an account without a password.',
      ...ownAccountOnly,
      input: z.strictObject({ provider }),
      output: null,
    }),
    finishSocialSignIn: post({
      summary: 'Completes a sign-in with another site by the code of the second factor.',
      may: 'anyone',
      input: z.strictObject({ ticket: token, code: secondFactorCode }),
      output: currentUser,
    }),
    socialAuthenticate: postOrGet({
      summary:
        "Signs in with an id token that one of the sites issued to this installation's client id. Each token works once.",
      may: 'anyone',
      input: idToken,
      output: currentUser,
    }),
    socialAuthenticateWithRememberMe: postOrGet({
      summary: 'Same as SocialAuthenticate, for 30 days.',
      may: 'anyone',
      input: idToken,
      output: currentUser,
    }),
  },
);
