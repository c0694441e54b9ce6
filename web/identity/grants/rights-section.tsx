// Grants of some kinds to one employee of the company, as a section of their page.
import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { companyGrants, type GrantKind } from '#contract/identity/grants.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { onTableChange } from '#web/lib/grid/table-changes.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { refetchGrants } from './change-grant.ts';
import { KindOfRights, tablesOfRights } from './person-rights.tsx';
import classes from './rights.module.css';
import { commonLock, moveSwitchFocus, SwitchList } from './switch-list.tsx';

interface Props {
  id: string;
  title: string;
  userId: string;
  kinds: readonly GrantKind[];
}

export function RightsSection({ id, title, userId, kinds }: Props) {
  const { t } = useTranslation();
  const { isImpersonated } = useCurrentUser();
  const read = useQuery(query(companyGrants.getAcl, { id: userId }));
  useEffect(() => onTableChange({ declared: { tables: tablesOfRights } }, () => void refetchGrants('company')), []);
  const switches = read.data?.filter(({ kind }) => kinds.includes(kind)) ?? [];
  const lock = commonLock(switches);
  return (
    <Section id={id} title={title}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the switches inside. */}
      <div className={classes.companyRights} onKeyDown={moveSwitchFocus}>
        {isImpersonated ? (
          <Alert color="orange">{t('list.grants.notActing')}</Alert>
        ) : (
          <p className={formClasses.hint}>{t(lock ? `users.${lock}` : 'list.grants.savedAtOnce')}</p>
        )}
        {read.isPending && <Skeleton height={80} />}
        {read.isError && <TryAgain onRetry={() => void read.refetch()} />}
        {kinds.length === 1 ? (
          <SwitchList area="company" switches={switches} labelledBy={`${id}-title`} />
        ) : (
          [...Map.groupBy(switches, ({ kind }) => kind)].map(([kind, ofKind]) => (
            <KindOfRights key={kind} heading="h3" area="company" kind={kind} switches={ofKind} />
          ))
        )}
      </div>
    </Section>
  );
}
