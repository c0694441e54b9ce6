// The frame of everything under /app: side menu, top bar, the page, and on phones a bar at the bottom.
import '@mantine/core/styles.layer.css';
import { Drawer, Loader } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/user.ts';
import { SecondFactorGate } from '#web/account/second-factor-gate.tsx';
import { CallError, query } from '#web/lib/client.ts';
import { beginAnew } from '#web/lib/failures.ts';
import { plainHeader } from '#web/lib/plain-header.ts';
import { onCallerElsewhere, setCaller } from '#web/lib/session-state.ts';
import { PrivacyBar } from '#web/privacy/privacy-bar.tsx';
import { HistoryPanel } from '#web/reminders/history-panel.tsx';
import { TryAgain } from '#web/site/try-again.tsx';
import { ActingAs } from './app-acting-as.tsx';
import { BottomBar } from './app-bottom-bar.tsx';
import { CurrentUserContext, useCurrentUser } from './app-current-user.ts';
import { MoreDrawer } from './app-more-drawer.tsx';
import { OpenPage } from './app-open-page.tsx';
import { PhoneSearch } from './app-phone-search.tsx';
import { Questions } from './app-questions.tsx';
import { SessionTimeout } from './app-session-timeout.tsx';
import classes from './app-shell.module.css';
import { SideMenu } from './app-side-menu.tsx';
import { TopBar } from './app-top-bar.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { useLiveRights } from './use-live-rights.ts';
import { Wordmark } from './wordmark.tsx';

export function AppShell() {
  const current = useQuery({ ...query(user.getCurrent, {}), staleTime: 60_000, refetchOnMount: 'always' });
  if (current.data) {
    return (
      <CurrentUserContext value={current.data}>
        <SecondFactorGate>
          <Frame checking={current.isFetching} />
        </SecondFactorGate>
      </CurrentUserContext>
    );
  }
  return (
    <main className={classes.alone} aria-busy={current.isPending}>
      {current.isPending || (current.error instanceof CallError && current.error.leadsAway) ? (
        <Loader />
      ) : (
        <TryAgain again={() => void current.refetch()} />
      )}
    </main>
  );
}

/** Another tab may become somebody else or change the company: the session is the same, and what stands here is not any more. */
function useCaller(): void {
  const { user, companyId } = useCurrentUser();
  useLayoutEffect(() => {
    setCaller(`${user.id}/${companyId}`);
    const stop = onCallerElsewhere(beginAnew);
    return () => {
      stop();
      setCaller(undefined);
    };
  }, [user.id, companyId]);
}

function Frame({ checking }: { checking: boolean }) {
  const { t } = useTranslation();
  useFocusOnNewPage();
  useLiveRights();
  useCaller();
  const [folded, setFolded] = useLocalStorage({
    key: 'daybook-menu-folded',
    // On a tablet the page needs the room more.
    defaultValue: innerWidth < 992,
    getInitialValueInEffect: false,
  });
  const [menuOpen, menu] = useDisclosure(false);
  const [moreOpen, more] = useDisclosure(false);
  const [searchOpen, search] = useDisclosure(false);
  const [remindersOpen, reminders] = useDisclosure(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const find = () => (searchInput.current?.checkVisibility() ? searchInput.current.focus() : search.open());
  useHotkeys([['mod+K', find]], []);
  return (
    <div className={classes.shell} data-folded={folded || undefined}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <aside className={classes.side} aria-label={t('shell.main')}>
        <div className={classes.mark}>
          <Wordmark />
        </div>
        <SideMenu folded={folded} />
      </aside>
      <TopBar
        folded={folded}
        onFold={() => setFolded(!folded)}
        onMenu={menu.open}
        onReminders={reminders.open}
        searchInput={searchInput}
      />
      <main id="content" tabIndex={-1} className={classes.content}>
        <OpenPage checking={checking} />
      </main>
      <BottomBar onSearch={search.open} onMore={more.open} />
      <Drawer
        opened={menuOpen}
        onClose={menu.close}
        size={280}
        padding={0}
        title={<Wordmark />}
        closeButtonProps={{ 'aria-label': t('app.close') }}
        attributes={plainHeader}
        transitionProps={{ duration: 120 }}
        classNames={{ header: classes.drawerHeader }}
      >
        <SideMenu onGo={menu.close} />
      </Drawer>
      <MoreDrawer opened={moreOpen} onClose={more.close} />
      <PhoneSearch opened={searchOpen} onClose={search.close} />
      <HistoryPanel opened={remindersOpen} onClose={reminders.close} />
      <ActingAs />
      <PrivacyBar />
      <Questions />
      <SessionTimeout />
    </div>
  );
}
