// The top bar: menu toggle, search, location, language, reminders, user menu.
import { ActionIcon, Kbd } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Wordmark } from '#web/lib/ui/page/wordmark.tsx';
import { Bell } from '#web/messaging/feed/bell.tsx';
import { AppSearchBox } from '#web/site/search/search-box.tsx';
import { LanguageChooser } from './language-chooser.tsx';
import { LocationChooser } from './location-chooser.tsx';
import { PersonMenu } from './person-menu.tsx';
import classes from './top-bar.module.css';

interface Props {
  folded: boolean;
  onFold: () => void;
  onMenu: () => void;
  onReminders: () => void;
  searchInput: RefObject<HTMLInputElement | null>;
}

export function TopBar({ folded, onFold, onMenu, onReminders, searchInput }: Props) {
  const { t } = useTranslation();
  const foldLabel = t(folded ? 'app.unfoldMenu' : 'app.foldMenu');
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.wide}
        variant="subtle"
        size={36}
        aria-label={foldLabel}
        title={foldLabel}
        onClick={onFold}
      >
        <FoldIcon size={20} stroke={1.75} />
      </ActionIcon>
      <ActionIcon className={classes.narrow} variant="subtle" size={40} aria-label={t('app.openMenu')} onClick={onMenu}>
        <IconMenu2 size={22} stroke={1.75} />
      </ActionIcon>
      <div className={`${classes.narrow} ${classes.mark}`}>
        <Wordmark />
      </div>
      <search className={classes.search}>
        <AppSearchBox inputRef={searchInput} hint={<Kbd size="xs">Ctrl K</Kbd>} />
      </search>
      <div className={classes.tools}>
        <div className={classes.wide}>
          <LocationChooser />
        </div>
        <div className={classes.wide}>
          <LanguageChooser />
        </div>
        <Bell onHistory={onReminders} />
        <PersonMenu />
      </div>
    </header>
  );
}
