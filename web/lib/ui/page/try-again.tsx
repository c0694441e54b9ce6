// The message of a list or page that failed to load, with a retry button.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function TryAgain({ onRetry, message }: { onRetry: () => void; message?: string }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <p>{message ?? t('static.notLoaded')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('static.tryAgain')}
      </Button>
    </div>
  );
}
