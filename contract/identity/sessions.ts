// Sessions: the lock screen before the own one, and where else one is signed in.
import { z } from 'zod';
import { id, instant, secret } from '#contract/lib/fields.ts';
import { get, post, postOrDelete, service } from '#contract/lib/service.ts';
import { webAuthn } from './second-factor.ts';
import { currentUser } from './sign-in.ts';

const noInput = z.strictObject({});

export const sessions = service('user', {
  lock: post({
    summary: 'Locks the session: until it is unlocked every call but Unlock, LogOut and GetLock answers 410.',
    may: 'user',
    passive: true,
    input: noInput,
    output: null,
  }),
  unlock: post({
    summary:
      'Unlocks the session by the password and gives it a new token; 417 for a wrong one, throttled like signing in.',
    may: 'user',
    whileLocked: true,
    ownAccount: true,
    input: z.strictObject({ password: secret.min(1, { error: 'field.required' }) }),
    output: currentUser,
  }),
  startPasskeyUnlock: post({
    summary: 'What the browser needs to unlock by a passkey of whoever sits there, once and for five minutes.',
    may: 'user',
    whileLocked: true,
    ownAccount: true,
    passive: true,
    input: noInput,
    output: z.object({ options: webAuthn }),
  }),
  unlockWithPasskey: post({
    summary: 'Unlocks the session by a passkey instead of the password; 417 for anything but his.',
    may: 'user',
    whileLocked: true,
    ownAccount: true,
    input: z.strictObject({ response: webAuthn }),
    output: currentUser,
  }),
  getLock: get({
    summary: 'What the lock screen says: whose password it asks for, and whether there is anything to unlock.',
    may: 'user',
    whileLocked: true,
    ownAccount: true,
    passive: true,
    input: noInput,
    output: z.object({
      isLocked: z.boolean(),
      logIn: z.string(),
      firstName: z.string(),
      /** With neither, signing in anew is the only way. */
      hasPassword: z.boolean(),
      hasPasskey: z.boolean(),
    }),
  }),
  getSessions: get({
    summary: 'Where the account is signed in, the caller first, then the most recently active.',
    may: 'user',
    ownAccount: true,
    notWhileImpersonating: true,
    input: noInput,
    output: z.array(
      z.object({
        id,
        /** Such as `Firefox`; empty for a program that does not say. */
        browser: z.string(),
        /** Such as `Windows`; empty where it is not told. */
        system: z.string(),
        address: z.string(),
        created: instant,
        lastActive: instant,
        isRemembered: z.boolean(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
  endSession: postOrDelete({
    summary: 'Signs the account out in one other place; 404 for a session that ended already.',
    may: 'user',
    ownAccount: true,
    notWhileImpersonating: true,
    input: z.strictObject({ id }),
    output: null,
  }),
  endOtherSessions: post({
    summary: 'Signs the account out everywhere but here.',
    may: 'user',
    ownAccount: true,
    notWhileImpersonating: true,
    input: noInput,
    output: null,
  }),
});
