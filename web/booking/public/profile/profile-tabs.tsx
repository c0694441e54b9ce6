// The two tabs of a profile in ARIA's tab pattern: arrow keys switch, with a single tab stop.
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './profile-page.module.css';

const tabs = ['overview', 'week'] as const;
type Tab = (typeof tabs)[number];

export function ProfileTabs({ shown, onShow }: { shown: Tab; onShow(tab: Tab): void }) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === 'Home' ? 'overview' : event.key === 'End' ? 'week' : other(shown);
    onShow(next);
    list.current?.querySelector<HTMLElement>(`#profile-${next}-tab`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={t('profile.tabs')} className={classes.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`profile-${tab}-tab`}
          aria-selected={tab === shown}
          aria-controls={tab === shown ? `profile-${tab}` : undefined}
          tabIndex={tab === shown ? 0 : -1}
          className={classes.tab}
          onClick={() => onShow(tab)}
        >
          {t(`profile.${tab}`)}
        </button>
      ))}
    </div>
  );
}

const other = (tab: Tab): Tab => (tab === 'week' ? 'overview' : 'week');
