// Sign-in methods other than the password: codes of an authenticator app, recovery codes, passkeys.
import { z } from 'zod';
import { id, instant, secret, text } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { currentUser } from './sign-in.ts';

const noInput = z.strictObject({});
const ownAccountOnly = { may: 'user', ownAccount: true, notWhileImpersonating: true } as const;

/** Six digits from the app, or a recovery code, as people type them: with spaces and dashes. */
export const secondFactorCode = z.string().trim().min(1, { error: 'field.required' }).max(40, { error: 'field.long' });
/** Required again before a change to the sign-in methods; an account without a password omits it. */
const password = secret.optional();
const codes = z.object({ recoveryCodes: z.array(z.string()) });
/** In the JSON form of the WebAuthn specification (Level 3), camel case. */
export const webAuthn = z.record(z.string(), z.unknown());

export const secondFactor = service(
  'user',
  { about: 'Second factors and passkeys.' },
  {
    getSecondFactor: get({
      summary: "Returns whether signing in requires a code, and the account's passkeys.",
      ...ownAccountOnly,
      input: noInput,
      output: z.object({
        isOn: z.boolean(),
        recoveryCodesLeft: z.number().int(),
        /** The installation requires a second factor of its operators. */
        isRequired: z.boolean(),
        hasPassword: z.boolean(),
        /** Until then, no second factor and no passkey can be added. */
        isEMailVerified: z.boolean(),
        passkeys: z.array(z.object({ id, name: z.string(), created: instant, lastUsed: instant.nullable() })),
      }),
    }),
    startSecondFactor: post({
      summary:
        'Starts the setup of an authenticator app and returns its secret. ConfirmSecondFactor completes the setup. 417 while the e-mail address is not verified.',
      ...ownAccountOnly,
      input: z.strictObject({ password }),
      output: z.object({ secret: z.string(), uri: z.string() }),
    }),
    confirmSecondFactor: post({
      summary: 'Turns the second factor on with a code of the app. Returns the recovery codes, only this once.',
      ...ownAccountOnly,
      input: z.strictObject({ code: secondFactorCode }),
      output: codes,
    }),
    renewRecoveryCodes: post({
      summary: 'Creates new recovery codes and invalidates the old ones. Requires a code.',
      ...ownAccountOnly,
      input: z.strictObject({ code: secondFactorCode }),
      output: codes,
    }),
    removeSecondFactor: post({
      summary: 'Turns the second factor off with a code of the app or a recovery code.',
      ...ownAccountOnly,
      input: z.strictObject({ code: secondFactorCode }),
      output: null,
    }),
    startPasskey: post({
      summary:
        'Returns the options for creating a passkey. Valid once, for five minutes. 417 while the e-mail address is not verified.',
      ...ownAccountOnly,
      input: z.strictObject({ password }),
      output: z.object({ options: webAuthn }),
    }),
    addPasskey: post({
      summary: 'Stores the passkey that the browser created.',
      ...ownAccountOnly,
      input: z.strictObject({ name: text(60), response: webAuthn }),
      output: null,
    }),
    removePasskey: post({
      summary: "Removes a passkey. Requires the password. 404 for one that is not the caller's.",
      ...ownAccountOnly,
      input: z.strictObject({ id, password }),
      output: null,
    }),
    startPasskeySignIn: post({
      summary: 'Returns the options for signing in with a passkey; they name no account. Valid once, for five minutes.',
      may: 'anyone',
      input: noInput,
      output: z.object({ options: webAuthn }),
    }),
    authenticateWithPasskey: post({
      summary: 'Signs in with a passkey, which counts as both factors.',
      may: 'anyone',
      input: z.strictObject({ response: webAuthn, isRemembered: z.boolean().default(false) }),
      output: currentUser,
    }),
  },
);
