// All grants of one person as switches, below their record.
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { companyGrants, type Grant, type GrantKind, systemGrants } from '#contract/identity/grants.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { onTableChange } from '#web/lib/grid/table-changes.ts';
import { refetchGrants } from './change-grant.ts';
import classes from './rights.module.css';
import { commonLock, moveSwitchFocus, SwitchList } from './switch-list.tsx';

/** The tables that rights are read from. */
export const tablesOfRights = ['employees', 'employee_locations', 'user_actions', 'user_groups', 'user_pages'];

interface Props {
  area: 'company' | 'system';
  userId: string;
  /** Actions on the person's employment at one company. */
  tools?: (company: { id: string; name: string }) => ReactNode;
}

export function PersonRights({ area, userId, tools }: Props) {
  const { t } = useTranslation();
  const { isImpersonated } = useCurrentUser();
  const { getAcl } = area === 'company' ? companyGrants : systemGrants;
  // Answers 404 for a person without a company, who cannot receive grants.
  const read = useQuery({ ...query(getAcl, { id: userId }), retry: false });
  useEffect(() => onTableChange({ declared: { tables: tablesOfRights } }, () => void refetchGrants(area)), [area]);
  if (read.isPending) return <Skeleton className={classes.rights} height={120} />;
  if (!read.data) return null;
  const companies = [...Map.groupBy(read.data, ({ companyId }) => companyId).values()];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the switches inside.
    <div className={classes.rights} onKeyDown={moveSwitchFocus}>
      {isImpersonated && <Alert color="orange">{t('list.grants.notActing')}</Alert>}
      {companies.map((switches) => {
        const [first] = switches;
        const lock = commonLock(switches);
        if (!first) return null;
        return (
          <section key={first.companyId} className={classes.companyRights}>
            <div className={classes.company}>
              <div>
                <h3 className={classes.heading}>
                  {area === 'company' ? t('list.grants.tab') : t('list.grants.at', { company: first.company })}
                </h3>
                <p className={classes.detail}>{t(lock ? `users.${lock}` : 'list.grants.savedAtOnce')}</p>
              </div>
              {tools?.({ id: first.companyId, name: first.company })}
            </div>
            {[...Map.groupBy(switches, ({ kind }) => kind)].map(([kind, ofKind]) => (
              <KindOfRights key={kind} area={area} kind={kind} switches={ofKind} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

interface KindProps {
  area: 'company' | 'system';
  kind: GrantKind;
  switches: Grant[];
  heading?: 'h3' | 'h4';
}

export function KindOfRights({ area, kind, switches, heading: Heading = 'h4' }: KindProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <Heading className={classes.kindHeading} id={id}>
        {t(`list.${kind}.title`)}
      </Heading>
      <SwitchList area={area} switches={switches} labelledBy={id} />
    </div>
  );
}
