// The message after too many attempts to sign in or download, with the time to wait. Fields show other errors.
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/client/client.ts';

export function TooManyTries({ error }: { error: Error }) {
  const { t } = useTranslation();
  if (!(error instanceof CallError) || error.status !== 429) return null;
  const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60));
  return (
    <Alert color="red" variant="light">
      {error.code === 'error.tooMany' ? t('login.tooMany', { count: minutes }) : error.message}
    </Alert>
  );
}
