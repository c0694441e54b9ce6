// Signing in with the account of another site: Google, LinkedIn, Facebook (OpenID Connect).
import { z } from 'zod';
import { instant, secret, text, timeZone, token } from '#contract/lib/fields.ts';
import { get, post, postOrDelete, postOrGet, service } from '#contract/lib/service.ts';
import { secondFactorCode } from './second-factor.ts';
import { currentUser } from './sign-in.ts';

export const socialProviders = ['google', 'linkedin', 'facebook'] as const;
export type SocialProvider = (typeof socialProviders)[number];

/**
 * How it went, in the address of the page that the browser comes back to as `social`, beside the `site`. `known`: there is an account
 * with this e-mail address, and its password connects both; `unknown`: there is none; `unverified`: the site does not vouch for the
 * address; `nowhere`: the account belongs to no company; `taken`: one of both is connected with another already.
 */
export const socialOutcomes = ['failed', 'known', 'unknown', 'unverified', 'nowhere', 'taken', 'connected'] as const;
export type SocialOutcome = (typeof socialOutcomes)[number];

const noInput = z.strictObject({});
const provider = z.enum(socialProviders, { error: 'field.invalid' });
const ownAccountOnly = { may: 'user', ownAccount: true, notWhileImpersonating: true } as const;
/** Where the browser goes next: the other site's own page. */
const redirection = z.object({ url: z.string() });
const idToken = z.strictObject({
  token: z.string().min(1, { error: 'field.required' }).max(8000, { error: 'field.long' }),
});

export const social = service('user', {
  startSocialSignIn: post({
    summary: 'Begins to sign in with another site; the browser comes back from there within five minutes.',
    may: 'anyone',
    input: z.strictObject({
      provider,
      isRemembered: z.boolean().default(false),
      /** A path of this site to end at. */
      to: z.string().max(2000).optional(),
      /** Of a mail's link, which takes effect once the other site has vouched: an invitation is accepted. */
      actionHash: token.optional(),
    }),
    output: redirection,
  }),
  startSocialRegistration: post({
    summary:
      'Begins to register a company by another site, in place of a password and a captcha; whoever has an account is signed in.',
    may: 'anyone',
    input: z.strictObject({
      provider,
      plan: z.number().int().min(1).max(1000).default(1),
      companyName: text(100).optional(),
      timeZone: timeZone.optional(),
    }),
    output: redirection,
  }),
  startSocialLink: post({
    summary: 'Begins to connect the own account with one of another site.',
    ...ownAccountOnly,
    input: z.strictObject({ provider, password: secret.optional() }),
    output: redirection,
  }),
  getSocialLinks: get({
    summary: 'With which sites the own account is connected.',
    ...ownAccountOnly,
    input: noInput,
    output: z.object({
      hasPassword: z.boolean(),
      links: z.array(z.object({ provider, eMail: z.string(), isOn: z.boolean(), created: instant.nullable() })),
    }),
  }),
  removeSocialLink: postOrDelete({
    summary: 'Ends a connection; 417 for the last way into an account without a password.',
    ...ownAccountOnly,
    input: z.strictObject({ provider }),
    output: null,
  }),
  finishSocialSignIn: post({
    summary: 'Signs in whom another site has vouched for and who has a second step, by its code.',
    may: 'anyone',
    input: z.strictObject({ ticket: token, code: secondFactorCode }),
    output: currentUser,
  }),
  socialAuthenticate: postOrGet({
    summary: 'Signs in by an id token that one of the sites has issued to our client id; each is taken once.',
    may: 'anyone',
    input: idToken,
    output: currentUser,
  }),
  socialAuthenticateWithRememberMe: postOrGet({
    summary: 'The same for 30 days.',
    may: 'anyone',
    input: idToken,
    output: currentUser,
  }),
});
