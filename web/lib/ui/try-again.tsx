// What a list or page shows when it could not be loaded.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function TryAgain({ again, words }: { again: () => void; words?: string }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <p>{words ?? t('static.notLoaded')}</p>
      <Button variant="default" onClick={again}>
        {t('static.tryAgain')}
      </Button>
    </div>
  );
}
