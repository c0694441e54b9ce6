// Ways to prove who one is, beside the password: codes of an authenticator app, recovery codes, passkeys.
import { z } from 'zod';
import { id, instant, secret, text } from '#contract/lib/fields.ts';
import { get, post, postOrDelete, service } from '#contract/lib/service.ts';
import { currentUser } from './sign-in.ts';

const noInput = z.strictObject({});
const ownAccountOnly = { may: 'user', ownAccount: true, notWhileImpersonating: true } as const;

/** Six digits of the app, or a recovery code; as people type it, with spaces and dashes. */
export const secondFactorCode = z.string().trim().min(1, { error: 'field.required' }).max(40, { error: 'field.long' });
/** Asked for again before something that opens the account; an account without a password leaves it out. */
const password = secret.optional();
const codes = z.object({ recoveryCodes: z.array(z.string()) });
/** As the WebAuthn specification writes it (JSON forms of its Level 3), camel case. */
export const webAuthn = z.record(z.string(), z.unknown());

export const secondFactor = service('user', {
  getSecondFactor: get({
    summary: 'Whether signing in asks for a code, and with which passkeys one may sign in instead.',
    ...ownAccountOnly,
    input: noInput,
    output: z.object({
      isOn: z.boolean(),
      recoveryCodesLeft: z.number().int(),
      /** The installation asks for a second factor of whoever operates it. */
      isRequired: z.boolean(),
      hasPassword: z.boolean(),
      passkeys: z.array(z.object({ id, name: z.string(), created: instant, lastUsed: instant.nullable() })),
    }),
  }),
  startSecondFactor: post({
    summary: 'Begins to set up an authenticator app: the secret for it, which counts once a code of it was confirmed.',
    ...ownAccountOnly,
    input: z.strictObject({ password }),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmSecondFactor: post({
    summary: 'Turns the second factor on by a code of the app; answers the recovery codes, this once.',
    ...ownAccountOnly,
    input: z.strictObject({ code: secondFactorCode }),
    output: codes,
  }),
  renewRecoveryCodes: post({
    summary: 'Makes new recovery codes by a code; the old ones open nothing any more.',
    ...ownAccountOnly,
    input: z.strictObject({ code: secondFactorCode }),
    output: codes,
  }),
  removeSecondFactor: post({
    summary: 'Turns the second factor off by a code of the app or a recovery code.',
    ...ownAccountOnly,
    input: z.strictObject({ code: secondFactorCode }),
    output: null,
  }),
  startPasskey: post({
    summary: 'What the browser needs to make a passkey, once and for five minutes.',
    ...ownAccountOnly,
    input: z.strictObject({ password }),
    output: z.object({ options: webAuthn }),
  }),
  addPasskey: post({
    summary: 'Keeps the passkey that the browser made.',
    ...ownAccountOnly,
    input: z.strictObject({ name: text(60), response: webAuthn }),
    output: null,
  }),
  removePasskey: postOrDelete({
    summary: 'Forgets a passkey; 404 for one that is not the own.',
    ...ownAccountOnly,
    input: z.strictObject({ id }),
    output: null,
  }),
  startPasskeySignIn: post({
    summary: 'What the browser needs to sign in by a passkey, once and for five minutes; it names no account.',
    may: 'anyone',
    input: noInput,
    output: z.object({ options: webAuthn }),
  }),
  authenticateWithPasskey: post({
    summary: 'Signs in by a passkey, which counts as both factors.',
    may: 'anyone',
    input: z.strictObject({ response: webAuthn, isRemembered: z.boolean().default(false) }),
    output: currentUser,
  }),
});
