// On phones, the search is a sheet of its own.
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '#web/search/search-box.tsx';
import { plainHeader } from './app-plain-header.ts';

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
      <SearchBox inSheet onGo={onClose} />
    </Modal>
  );
}
