// Toggles between the light and the dark colour scheme.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function SchemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const next = shown === 'light' ? 'dark' : 'light';
  const label = t(next === 'dark' ? 'shell.goDark' : 'shell.goLight');
  return (
    <ActionIcon variant="subtle" size={36} aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      {next === 'dark' ? <IconMoon size={18} stroke={1.75} /> : <IconSun size={18} stroke={1.75} />}
    </ActionIcon>
  );
}
