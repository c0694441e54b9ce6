// The footer of public pages.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './public-shell.module.css';

const links = [
  { to: '/terms', words: 'shell.terms' },
  { to: '/privacy', words: 'shell.privacy' },
  { to: '/cookies', words: 'shell.cookies' },
  { to: '/feedback', words: 'shell.feedback' },
] as const;

export function PublicFooter() {
  const { t } = useTranslation();
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
        </ul>
      </nav>
    </footer>
  );
}
