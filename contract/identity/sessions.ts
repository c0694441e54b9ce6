// Sessions: the lock screen of the current session, and the list of all sessions of the account.
import { z } from 'zod';
import { id, instant, secret } from '#contract/lib/fields.ts';
import { get, post, postOrDelete, service } from '#contract/lib/service.ts';
import { webAuthn } from './second-factor.ts';
import { currentUser } from './sign-in.ts';

const noInput = z.strictObject({});

export const sessions = service(
  'user',
  { about: 'Sessions: the lock screen and the list of signed-in browsers.' },
  {
    lock: post({
      summary: 'Locks the session. Until it is unlocked, every call except Unlock, LogOut and GetLock returns 410.',
      may: 'user',
      passive: true,
      input: noInput,
      output: null,
    }),
    unlock: post({
      summary:
        'Unlocks the session with the password and issues a new token. 417 for a wrong password; throttled like sign-in.',
      may: 'user',
      whileLocked: true,
      ownAccount: true,
      input: z.strictObject({ password: secret.min(1, { error: 'field.required' }) }),
      output: currentUser,
    }),
    startPasskeyUnlock: post({
      summary: "Returns the options for unlocking with one of the caller's passkeys. Valid once, for five minutes.",
      may: 'user',
      whileLocked: true,
      ownAccount: true,
      passive: true,
      input: noInput,
      output: z.object({ options: webAuthn }),
    }),
    unlockWithPasskey: post({
      summary:
        "Unlocks the session with a passkey instead of the password. 417 for any passkey that is not the caller's.",
      may: 'user',
      whileLocked: true,
      ownAccount: true,
      input: z.strictObject({ response: webAuthn }),
      output: currentUser,
    }),
    getLock: get({
      summary: 'Returns the state of the lock screen: the user, the ways to unlock, and whether the session is locked.',
      may: 'user',
      whileLocked: true,
      ownAccount: true,
      passive: true,
      input: noInput,
      output: z.object({
        isLocked: z.boolean(),
        logIn: z.string(),
        firstName: z.string(),
        /** With neither, the user has to sign in again. */
        hasPassword: z.boolean(),
        hasPasskey: z.boolean(),
      }),
    }),
    getSessions: get({
      summary: 'Returns the sessions of the account, the current one first, then the most recently active.',
      may: 'user',
      ownAccount: true,
      notWhileImpersonating: true,
      input: noInput,
      output: z.array(
        z.object({
          id,
          /** Such as `Firefox`; empty when the client does not send it. */
          browser: z.string(),
          /** Such as `Windows`; empty when unknown. */
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
      summary: 'Ends one other session of the account. 404 for a session that has already ended.',
      may: 'user',
      ownAccount: true,
      notWhileImpersonating: true,
      input: z.strictObject({ id }),
      output: null,
    }),
    endOtherSessions: post({
      summary: 'Ends all other sessions of the account.',
      may: 'user',
      ownAccount: true,
      notWhileImpersonating: true,
      input: noInput,
      output: null,
    }),
  },
);
