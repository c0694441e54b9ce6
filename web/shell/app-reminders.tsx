// The place of the reminders: a panel at the side.
import { Drawer } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { plainHeader } from './app-plain-header.ts';
import classes from './app-reminders.module.css';

export function Reminders({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={360}
      title={t('app.reminders')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 120 }}
    >
      <div className={classes.empty}>
        <IconBellOff size={32} stroke={1.5} aria-hidden="true" />
        <p>{t('app.noReminders')}</p>
      </div>
    </Drawer>
  );
}
