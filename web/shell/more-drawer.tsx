// On phones, holds the controls that do not fit in the bars: location, language, colour scheme, lock, sign out.
import { Button, Drawer, Stack } from '@mantine/core';
import { IconLock, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLock } from '#web/identity/sessions/lock.ts';
import { useSignOut } from '#web/identity/sign-in/sign-out.ts';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';
import { LanguageChooser } from './language-chooser.tsx';
import { LocationChooser } from './location-chooser.tsx';
import classes from './more-drawer.module.css';
import { SchemeToggle } from './scheme-toggle.tsx';
import { SideMenu } from './side-menu.tsx';

export function MoreDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const lock = useLock();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="27rem"
      title={t('app.more')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 120 }}
    >
      <div className={classes.menu}>
        <SideMenu onNavigate={onClose} />
      </div>
      <Stack gap="sm" pt="sm">
        <LocationChooser wide />
        <div className={classes.line}>
          <LanguageChooser />
          <SchemeToggle />
        </div>
        <Button variant="default" leftSection={<IconLock size={18} stroke={1.75} />} onClick={() => void lock()}>
          {t('app.lock')}
        </Button>
        <Button variant="default" leftSection={<IconLogout size={18} stroke={1.75} />} onClick={signOut}>
          {t('app.signOut')}
        </Button>
      </Stack>
    </Drawer>
  );
}
