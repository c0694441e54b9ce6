// The search on phones, in its own dialog.
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';
import { AppSearchBox } from '#web/site/search/search-box.tsx';

export function PhoneSearch({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('app.search')}
      yOffset="1rem"
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 120 }}
    >
      <AppSearchBox inSheet onNavigate={onClose} />
    </Modal>
  );
}
