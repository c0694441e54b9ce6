// Links between the kinds of grants.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type GrantKind, grantKinds, groupGrantKinds } from '#contract/identity/grants.ts';
import type { GrantArea } from './change-grant.ts';
import classes from './rights.module.css';

const basePaths = {
  company: '/app/company/employees/rights',
  system: '/app/system/user-management/rights',
  groups: '/app/system/user-management/group-rights',
} as const;

/** The address of a list of grants. */
export function grantsPath(area: GrantArea, kind: GrantKind): string {
  return `${basePaths[area]}/${kind}`;
}

export function KindLinks({ area }: { area: GrantArea }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.kinds} aria-label={t('list.grants.kinds')}>
      {(area === 'groups' ? groupGrantKinds : grantKinds).map((kind) => (
        <Link key={kind} to={grantsPath(area, kind)} className={classes.kind} activeOptions={{ includeSearch: false }}>
          {t(`list.${kind}.title`)}
        </Link>
      ))}
    </nav>
  );
}
