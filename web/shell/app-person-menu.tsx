// Oneself: name and company, colours, the way out.
import { Avatar, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLock, IconLogout, IconMoon, IconShieldLock, IconSun } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { images } from '#contract/files.ts';
import { address } from '#web/lib/client.ts';
import { initialsOf, useCurrentUser } from './app-current-user.ts';
import { useLock } from './app-lock.ts';
import classes from './app-person-menu.module.css';
import { useSignOut } from './app-sign-out.ts';

export function PersonMenu() {
  const { t } = useTranslation();
  const { user, companyName } = useCurrentUser();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const signOut = useSignOut();
  const lock = useLock();
  const navigate = useNavigate();
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <Menu position="bottom-end" width={240} shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <Face name={name} pictureId={user.pictureId} />
          <span className="unseen">{t('app.you', { name })}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          <span>{companyName}</span>
          <span>{user.logIn}</span>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={dark ? <IconSun size={18} stroke={1.75} /> : <IconMoon size={18} stroke={1.75} />}
          closeMenuOnClick={false}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {t(dark ? 'shell.goLight' : 'shell.goDark')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShieldLock size={18} stroke={1.75} />}
          onClick={() => void navigate({ to: '/app/user/security' })}
        >
          {t('security.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLock size={18} stroke={1.75} />} onClick={() => void lock()}>
          {t('app.lock')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} />} onClick={signOut}>
          {t('app.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Face({ name, pictureId }: { name: string; pictureId: string | null }) {
  const picture = pictureId ? address(images.get, { id: pictureId, width: 64, height: 64 }) : undefined;
  return (
    <Avatar
      aria-hidden="true"
      src={picture}
      size={34}
      radius="xl"
      alt=""
      classNames={{ placeholder: classes.initials }}
    >
      {initialsOf(name)}
    </Avatar>
  );
}
