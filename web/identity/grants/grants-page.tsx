// All people or groups with their grants of one kind, as switches.
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { companyGrantLists, type GrantKind, groupGrantLists, systemGrantLists } from '#contract/identity/grants.ts';
import type { AnyList } from '#contract/lib/resource.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { EmptyList, ListFailed, ListSkeleton } from '#web/lib/grid/empty-list.tsx';
import { GridTools } from '#web/lib/grid/grid-tools.tsx';
import { ListPage } from '#web/lib/grid/list-page.tsx';
import { listText } from '#web/lib/grid/list-text.ts';
import { OrderField } from '#web/lib/grid/order-field.tsx';
import { formatTotal, Paging } from '#web/lib/grid/paging.tsx';
import { onTableChange } from '#web/lib/grid/table-changes.ts';
import { useGridState, useRows } from '#web/lib/grid/use-grid.ts';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { type AnySwitch, type GrantArea, refetchGrants } from './change-grant.ts';
import { KindLinks } from './kind-links.tsx';
import classes from './rights.module.css';
import { EmployeesTabs, RightsTabs } from './rights-tabs.tsx';
import { ownerName } from './switch-labels.ts';
import { commonLock, moveSwitchFocus, SwitchList } from './switch-list.tsx';

const lists: Record<GrantArea, Partial<Record<GrantKind, AnyList>>> = {
  company: companyGrantLists,
  system: systemGrantLists,
  groups: groupGrantLists,
};
/** Fields to filter, sort and export. Sign-in names are e-mail addresses; the company appears only across companies. */
const fields: Record<GrantArea, readonly string[]> = {
  company: ['person', 'logIn', 'firstName', 'lastName', 'name', 'allow'],
  system: ['person', 'logIn', 'firstName', 'lastName', 'company', 'name', 'allow'],
  groups: ['groupName', 'name', 'allow'],
};
const peoplePath: Record<Exclude<GrantArea, 'company'>, string> = {
  system: '/app/system/user-management',
  groups: '/app/system/user-management/groups',
};
/** Each person has a few switches per kind: this page size shows about twenty people. */
const defaultRows = 100;
/** Shorter lists need no pagination. */
const fewRows = 20;
const tables = [
  'employees',
  'employee_locations',
  'user_actions',
  'user_groups',
  'user_pages',
  'group_actions',
  'group_pages',
];

/** The page of one kind, for the routes. */
export function grantsPage(area: GrantArea, kind: GrantKind) {
  const list = lists[area][kind];
  if (!list) throw new Error(`There are no ${kind} of ${area}.`);
  return () => <GrantsPage key={`${area} ${kind}`} area={area} list={list} />;
}

function GrantsPage({ area, list }: { area: GrantArea; list: AnyList }) {
  const { t } = useTranslation();
  const { isImpersonated } = useCurrentUser();
  useTitle(listText(list, 'title'));
  const state = useGridState(list, { defaultRows });
  const answer = useRows(list, state);
  useEffect(() => onTableChange({ declared: { tables } }, () => void refetchGrants(area)), [area]);
  // Typed by the list's calls; the grid only knows that a row has an id.
  const rows = answer.data?.rows as AnySwitch[] | undefined;
  return (
    <>
      {area === 'company' ? <EmployeesTabs isRights /> : <RightsTabs area={area} />}
      <ListPage
        title={listText(list, 'title')}
        count={answer.data && formatTotal(answer.data)}
        actions={<KindLinks area={area} />}
      >
        {isImpersonated && <Alert color="orange">{t('list.grants.notActing')}</Alert>}
        <GridTools
          resource={list}
          state={state}
          columns={fields[area].map((field) => ({ accessor: field }))}
          fields={fields[area]}
        >
          <OrderField list={list} state={state} fields={fields[area]} />
        </GridTools>
        {answer.isError && !rows ? (
          <ListFailed onRetry={() => void answer.refetch()} />
        ) : !rows ? (
          <ListSkeleton />
        ) : rows.length === 0 ? (
          <EmptyList resource={list} state={state} canAdd={false} />
        ) : (
          <ul className={classes.people} data-stale={answer.isPlaceholderData || undefined} onKeyDown={moveSwitchFocus}>
            {groupByOwner(rows).map((own) => (
              <Owner key={own[0]?.id} area={area} switches={own} />
            ))}
          </ul>
        )}
        {answer.data && answer.data.totalRows > fewRows && <Paging state={state} listed={answer.data} />}
      </ListPage>
    </>
  );
}

/** A person or group with its switches. */
function Owner({ area, switches }: { area: GrantArea; switches: AnySwitch[] }) {
  const { t } = useTranslation();
  const id = useId();
  const [first] = switches;
  if (!first) return null;
  const lock = commonLock(switches);
  return (
    <li className={classes.person}>
      <div className={classes.owner}>
        <h2 className={classes.name} id={id}>
          {'userId' in first ? (
            <PersonLink area={area} userId={first.userId}>
              {ownerName(first)}
            </PersonLink>
          ) : (
            ownerName(first)
          )}
        </h2>
        {'userId' in first && <p className={classes.detail}>{first.eMail}</p>}
        {'userId' in first && area === 'system' && <p className={classes.detail}>{first.company}</p>}
        {lock && <p className={classes.detail}>{t(`users.${lock}`)}</p>}
      </div>
      <SwitchList area={area} switches={switches} labelledBy={id} />
    </li>
  );
}

function PersonLink({ area, userId, children }: { area: GrantArea; userId: string; children: ReactNode }) {
  if (area === 'company') {
    return (
      <Link to="/app/company/employees/$id" params={{ id: userId }} hash="rights">
        {children}
      </Link>
    );
  }
  return (
    // Every list route reads `open`; the router does not type list addresses.
    <Link to={peoplePath[area]} search={{ open: userId } as never}>
      {children}
    </Link>
  );
}

/** Groups the switches by owner. */
function groupByOwner(rows: readonly AnySwitch[]): AnySwitch[][] {
  const owner = (row: AnySwitch) => row.id.split('.').slice(1, -1).join('.');
  return [...Map.groupBy(rows, owner).values()];
}
