// Asks the person to sign in again or to unlock over the page when their session has ended or locked while they were
// typing. Rendered once, by the shell.
import { lazy, Suspense } from 'react';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { useEndedSession } from '#web/lib/client/sign-in-again.ts';

// Most sessions do not end while a person is typing.
const SignInAgain = lazy(async () => ({
  default: (await import('#web/identity/sign-in/sign-in-again.tsx')).SignInAgain,
}));
const UnlockDialog = lazy(async () => ({
  default: (await import('./unlock-dialog.tsx')).UnlockDialog,
}));

export function SessionEnded() {
  // Only the person who impersonates could sign in, as another person.
  return useCurrentUser().isImpersonated ? null : <Dialog />;
}

function Dialog() {
  const ended = useEndedSession();
  return (
    ended && (
      <Suspense>
        {ended.isLocked ? <UnlockDialog onSettled={ended.settle} /> : <SignInAgain onSettled={ended.settle} />}
      </Suspense>
    )
  );
}
