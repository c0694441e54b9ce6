// The bottom bar on phones: the main actions within reach of the thumb.
import { IconCalendar, IconDots, IconSearch, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RequestCount } from '#web/booking/visits/request-count.tsx';
import classes from './bottom-bar.module.css';

export function BottomBar({ onSearch, onMore }: { onSearch: () => void; onMore: () => void }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.bar} data-bottom-bar aria-label={t('app.quick')}>
      <Link to="/app/home" className={classes.item}>
        <IconSun size={22} stroke={1.75} aria-hidden="true" />
        {t('app.today')}
        <RequestCount />
      </Link>
      <Link to="/app/user/calendars" className={classes.item} activeOptions={{ includeSearch: false }}>
        <IconCalendar size={22} stroke={1.75} aria-hidden="true" />
        {t('app.calendar')}
      </Link>
      <button type="button" className={classes.item} onClick={onSearch}>
        <IconSearch size={22} stroke={1.75} aria-hidden="true" />
        {t('app.search')}
      </button>
      <button type="button" className={classes.item} onClick={onMore}>
        <IconDots size={22} stroke={1.75} aria-hidden="true" />
        {t('app.more')}
      </button>
    </nav>
  );
}
