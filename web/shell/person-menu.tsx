// The user's menu: name and company, colour scheme, lock, sign out.
import { Avatar, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconDatabase,
  IconLock,
  IconLogout,
  IconMessage2,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { images } from '#contract/files.ts';
import { useLock } from '#web/identity/sessions/lock.ts';
import { useSignOut } from '#web/identity/sign-in/sign-out.ts';
import { operationUrl } from '#web/lib/client/client.ts';
import { displayName, initialsOf, useCurrentUser } from '#web/lib/client/current-user.ts';
import { Feedback } from '#web/site/feedback/app-feedback.tsx';
import classes from './person-menu.module.css';

/** Loaded and read when the menu is opened. */
const DefaultPrinterMenu = lazy(async () => ({
  default: (await import('#web/devices/devices/default-printer-menu.tsx')).DefaultPrinterMenu,
}));

export function PersonMenu() {
  const { t } = useTranslation();
  const { user, companyName } = useCurrentUser();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const signOut = useSignOut();
  const lock = useLock();
  const [isFeedbackOpen, feedback] = useDisclosure(false);
  const name = displayName(user);
  return (
    <>
      <Menu
        position="bottom-end"
        width={240}
        shadow="md"
        transitionProps={{ duration: 0 }}
        withinPortal={false}
        // A focusable element that is no item has no place in a menu.
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UnstyledButton className={classes.target}>
            <PersonAvatar name={name} pictureId={user.pictureId} />
            <span className="unseen">{t('app.you', { name })}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.person}>
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
            leftSection={<IconUser size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/app/user/my-account" {...props} />}
          >
            {t('myAccount.title')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldLock size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/app/user/my-account" hash="security" {...props} />}
          >
            {t('security.title')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDatabase size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/app/user/my-account" hash="privacy" {...props} />}
          >
            {t('privacy.title')}
          </Menu.Item>
          <Suspense>
            <DefaultPrinterMenu />
          </Suspense>
          <Menu.Item leftSection={<IconMessage2 size={18} stroke={1.75} />} onClick={feedback.open}>
            {t('feedback.give')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLock size={18} stroke={1.75} />} onClick={() => void lock()}>
            {t('app.lock')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} />} onClick={signOut}>
            {t('app.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Feedback opened={isFeedbackOpen} onClose={feedback.close} />
    </>
  );
}

function PersonAvatar({ name, pictureId }: { name: string; pictureId: string | null }) {
  const picture = pictureId ? operationUrl(images.get, { id: pictureId, width: 64, height: 64 }) : undefined;
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
