// Serves the lock screen and the sessions of an account.
import { sessions } from '#contract/identity/sessions.ts';
import { serve } from '#server/lib/http/serve.ts';
import { lockSession } from '#server/lib/session/session.ts';
import { endOneSession, endOtherSessions, listSessions } from './active-sessions.ts';
import { readLock, startPasskeyUnlock, unlock, unlockWithPasskey } from './unlock.ts';

export const sessionRoutes = serve(sessions, {
  lock: (context) => lockSession(context, 'Locked').then(() => undefined),
  unlock,
  startPasskeyUnlock,
  unlockWithPasskey,
  getLock: readLock,
  getSessions: listSessions,
  endSession: endOneSession,
  endOtherSessions,
});
