// Signing in by a passkey, where the browser can.
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/second-factor.ts';
import type { CurrentUserAnswer } from '#contract/user.ts';
import { CallError, call } from '#web/lib/client.ts';
import { toast } from '#web/lib/toasts.ts';

interface Props {
  isRemembered: boolean;
  onEntered: (answer: CurrentUserAnswer) => void;
}

export function PasskeyButton({ isRemembered, onEntered }: Props) {
  const { t } = useTranslation();
  const signIn = useMutation({
    async mutationFn() {
      const [{ startAuthentication }, { options }] = await Promise.all([
        import('@simplewebauthn/browser'),
        call(secondFactor.startPasskeySignIn, {}),
      ]);
      // As the server's library has made them.
      const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
      const response = await startAuthentication({ optionsJSON });
      return call(secondFactor.authenticateWithPasskey, { response: { ...response }, isRemembered });
    },
    onSuccess: onEntered,
    onError(error) {
      // Whoever declines the browser's dialog knows it.
      if (error instanceof CallError && error.status === 417) toast('danger', error.message);
    },
  });
  if (!('PublicKeyCredential' in window)) return null;
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden="true" />}
      loading={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {t('login.withPasskey')}
    </Button>
  );
}
