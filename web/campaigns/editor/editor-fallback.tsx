// The editor of a campaign while its code loads.
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';

export function LargeDialogFallback({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <LargeDialog title={title} size="72rem" onClose={onClose}>
      <Skeleton height={320} role="status" aria-label={t('app.loading')} />
    </LargeDialog>
  );
}
