// The frame of all pages under /app: side menu, top bar, page, and a bottom bar on phones.
import '@mantine/core/styles.layer.css';
import { Drawer, Loader } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '#contract/identity/sign-in.ts';
import { useLiveRequests } from '#web/booking/visits/requests.ts';
import { LatePapers } from '#web/devices/printing/late-papers.tsx';
import { PrivacyBar } from '#web/identity/privacy/privacy-bar.tsx';
import { SecondFactorGate } from '#web/identity/second-factor/second-factor-gate.tsx';
import { SessionEnded } from '#web/identity/sessions/session-ended.tsx';
import { CallError, query } from '#web/lib/client/client.ts';
import { CurrentUserContext, useCurrentUser } from '#web/lib/client/current-user.ts';
import { reloadApp } from '#web/lib/client/failures.ts';
import { inlinedAt } from '#web/lib/client/inlined.ts';
import { onCallerElsewhere, setCaller } from '#web/lib/client/session-state.ts';
import { AskDialog } from '#web/lib/ui/dialog/ask-dialog.tsx';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { Wordmark } from '#web/lib/ui/page/wordmark.tsx';
import { HistoryPanel } from '#web/messaging/feed/history-panel.tsx';
import { MailBar } from '#web/messaging/mail/mail-bar.tsx';
import { usePushWorker } from '#web/messaging/push/use-push-worker.ts';
import classes from './app-shell.module.css';
import { BottomBar } from './bottom-bar.tsx';
import { ImpersonationBar } from './impersonation-bar.tsx';
import { KeyHelp } from './key-help.tsx';
import { MoreDrawer } from './more-drawer.tsx';
import { OpenPage } from './open-page.tsx';
import { PhoneSearch } from './phone-search.tsx';
import { SessionTimeout } from './session-timeout.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { useLiveRights } from './use-live-rights.ts';

/** After the first page has loaded: papers are late after minutes (ms). */
const latePapersAfter = 5_000;

export function AppShell() {
  const current = useQuery({
    ...query(user.getCurrent, {}),
    staleTime: 60_000,
    // The answer that came with the page is as new as one to a call.
    refetchOnMount: ({ state }) => state.dataUpdatedAt === inlinedAt || 'always',
  });
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
        <TryAgain onRetry={() => void current.refetch()} />
      )}
    </main>
  );
}

/** Another tab may switch to another person or company. The session is shared: this page's data no longer applies. */
function useCaller(): void {
  const { user, companyId } = useCurrentUser();
  useLayoutEffect(() => {
    setCaller(`${user.id}/${companyId}`);
    const stop = onCallerElsewhere(reloadApp);
    return () => {
      stop();
      setCaller(undefined);
    };
  }, [user.id, companyId]);
}

/** Loads the code of lists while the reader looks at the first page: most others need it. */
function useListsAhead(): void {
  useEffect(() => {
    const load = () => void import('#web/lib/grid/list-page.tsx').catch(() => {});
    if (!('requestIdleCallback' in globalThis)) return;
    const waiting = requestIdleCallback(load, { timeout: 10_000 });
    return () => cancelIdleCallback(waiting);
  }, []);
}

/** Whether the first page had time to load. */
function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(true), latePapersAfter);
    return () => clearTimeout(waiting);
  }, []);
  return isSettled;
}

function Frame({ checking }: { checking: boolean }) {
  const { t } = useTranslation();
  useFocusOnNewPage();
  useLiveRights();
  usePushWorker();
  useLiveRequests();
  useCaller();
  useListsAhead();
  const isSettled = useIsSettled();
  const [folded, setFolded] = useLocalStorage({
    key: 'daybook-menu-folded',
    // On a tablet, the page needs the space more than the menu.
    defaultValue: innerWidth < 992,
    getInitialValueInEffect: false,
  });
  const [menuOpen, menu] = useDisclosure(false);
  const [moreOpen, more] = useDisclosure(false);
  const [searchOpen, search] = useDisclosure(false);
  const [remindersOpen, reminders] = useDisclosure(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const focusSearch = () => (searchInput.current?.checkVisibility() ? searchInput.current.focus() : search.open());
  useHotkeys([['mod+K', focusSearch]], []);
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
      <div className={classes.notices}>
        <PrivacyBar />
        <MailBar />
        {isSettled && <LatePapers />}
      </div>
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
        <SideMenu onNavigate={menu.close} />
      </Drawer>
      <MoreDrawer opened={moreOpen} onClose={more.close} />
      <PhoneSearch opened={searchOpen} onClose={search.close} />
      <HistoryPanel opened={remindersOpen} onClose={reminders.close} />
      <ImpersonationBar />
      <AskDialog />
      <KeyHelp />
      <SessionTimeout />
      <SessionEnded />
    </div>
  );
}
