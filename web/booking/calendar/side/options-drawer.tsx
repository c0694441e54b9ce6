// The side panel as a drawer, on narrow screens.
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';

export function OptionsDrawer({
  side,
  children,
}: {
  side: { isDrawerOpen: boolean; closeDrawer: () => void };
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={side.isDrawerOpen}
      onClose={side.closeDrawer}
      position="right"
      size={320}
      title={t('calendar.options')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      attributes={plainHeader}
      transitionProps={{ duration: 120 }}
    >
      {children}
    </Drawer>
  );
}
