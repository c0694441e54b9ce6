// The footer of public pages.
import { Link } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './public-shell.module.css';

const links = [
  { to: '/appointments', words: 'mine.title' },
  { to: '/terms', words: 'shell.terms' },
  { to: '/privacy', words: 'shell.privacy' },
  { to: '/cookies', words: 'shell.cookies' },
] as const;

const FeedbackDialog = lazy(() =>
  import('#web/site/feedback/feedback-dialog.tsx').then(({ FeedbackDialog }) => ({ default: FeedbackDialog })),
);

export function PublicFooter() {
  const { t } = useTranslation();
  const [telling, setTelling] = useState(false);
  const tell = (event: MouseEvent) => {
    // Follow the link if the visitor opens a new tab or is already on the feedback page.
    if (event.ctrlKey || event.metaKey || event.shiftKey || location.pathname === '/feedback') return;
    event.preventDefault();
    setTelling(true);
  };
  return (
    <footer className={classes.footer}>
      <nav aria-label={t('shell.more')}>
        <ul className={classes.footerLinks}>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={classes.link}>
                {t(link.words)}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/feedback" className={classes.link} onClick={tell}>
              {t('shell.feedback')}
            </Link>
          </li>
        </ul>
      </nav>
      {telling && (
        <Suspense fallback={null}>
          <FeedbackDialog onClose={() => setTelling(false)} />
        </Suspense>
      )}
    </footer>
  );
}
