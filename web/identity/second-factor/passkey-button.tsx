// Authenticates by passkey, in browsers that support it.
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { CallError } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

interface Props {
  label: string;
  isMain?: boolean;
  /** Requests the challenge from the server. */
  start: () => Promise<{ options: Record<string, unknown> }>;
  /** Sends the signed challenge. */
  finish: (response: Record<string, unknown>) => Promise<CurrentUserAnswer>;
  onSignedIn: (answer: CurrentUserAnswer) => void;
}

export function PasskeyButton({ label, isMain = false, start, finish, onSignedIn }: Props) {
  const authenticate = useMutation({
    async mutationFn() {
      const [{ startAuthentication }, { options }] = await Promise.all([import('@simplewebauthn/browser'), start()]);
      // Created by the server's WebAuthn library.
      const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
      return finish({ ...(await startAuthentication({ optionsJSON })) });
    },
    onSuccess: onSignedIn,
    onError(error) {
      // Show no message if the person cancels the browser's dialog.
      if (error instanceof CallError && error.status === 417) toast('danger', error.message);
    },
  });
  if (!('PublicKeyCredential' in window)) return null;
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      size="md"
      fullWidth
      leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden="true" />}
      loading={authenticate.isPending}
      onClick={() => authenticate.mutate()}
    >
      {label}
    </Button>
  );
}
