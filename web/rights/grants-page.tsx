// Everybody with everything of one kind that he has or could have, as switches.
import { Alert } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { companyGrants, type GrantKind, groupGrants, systemGrants } from '#contract/grants.ts';
import { query } from '#web/lib/client.ts';
import { EmptyList, ListFailed, ListWaiting } from '#web/lib/grid/empty-list.tsx';
import grid from '#web/lib/grid/grid.module.css';
import { Paging } from '#web/lib/grid/paging.tsx';
import { wordOf } from '#web/lib/grid/resource-words.ts';
import { onTableChange } from '#web/lib/grid/table-changes.ts';
import { useGridState } from '#web/lib/grid/use-grid.ts';
import { useTitle } from '#web/lib/use-title.ts';
import { useCurrentUser } from '#web/shell/app-current-user.ts';
import { type AnySwitch, type GrantArea, readAgain } from './change-grant.ts';
import { GrantSearch } from './grant-search.tsx';
import { KindLinks } from './kind-links.tsx';
import classes from './rights.module.css';
import { EmployeesTabs, RightsTabs } from './rights-tabs.tsx';
import { lockOfAll, SwitchList, walkSwitches } from './switch-list.tsx';
import { ownerName } from './switch-words.ts';

const reads = {
  actions: 'getAllActionsAcl',
  groups: 'getAllGroupsAcl',
  locations: 'getAllLocationsAcl',
  pages: 'getAllPagesAcl',
} as const;
const peopleAddress: Record<GrantArea, string> = {
  company: '/app/company/employees',
  system: '/app/system/user-management',
  groups: '/app/system/user-management/groups',
};
/** A person has a few switches of each kind; this many make some twenty people. */
const usualRows = 100;
/** So many need no paging. */
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

/** The page of one kind, for the route. */
export function grantsPage(area: GrantArea, kind: GrantKind) {
  return () => <GrantsPage key={`${area} ${kind}`} area={area} kind={kind} />;
}

function GrantsPage({ area, kind }: { area: GrantArea; kind: GrantKind }) {
  const { t } = useTranslation();
  const { isImpersonated } = useCurrentUser();
  const list = {
    area: area === 'company' ? area : 'system',
    name: `grants.${area === 'groups' ? 'ofGroups' : 'ofPeople'}.${kind}`,
  } as const;
  useTitle(wordOf(list, 'title'));
  const state = useGridState(list, usualRows);
  const service = { company: companyGrants, system: systemGrants, groups: groupGrants }[area] as typeof companyGrants;
  const input = { search: state.search.search ?? '', pageNr: state.search.page ?? 1, rowsPerPage: state.rowsPerPage };
  const answer = useQuery({ ...query(service[reads[kind]], input), placeholderData: keepPreviousData });
  useEffect(() => onTableChange({ declared: { tables } }, () => void readAgain(area)), [area]);
  const rows: AnySwitch[] | undefined = answer.data?.acl;
  const listed = answer.data && { rows: answer.data.acl, totalRows: answer.data.totalRows, isLowerBound: false };
  return (
    <>
      {area === 'company' ? <EmployeesTabs isRights /> : <RightsTabs area={area} />}
      <div className={grid.page}>
        <header className={grid.head}>
          <h1 className={grid.title}>{wordOf(list, 'title')}</h1>
          <KindLinks area={area} />
        </header>
        {isImpersonated && <Alert color="orange">{t('list.grants.notActing')}</Alert>}
        <div className={grid.tools}>
          <GrantSearch search={state.search.search ?? ''} onSearch={(search) => state.change({ search })} />
        </div>
        {answer.isError && !rows ? (
          <ListFailed again={() => void answer.refetch()} />
        ) : !rows ? (
          <ListWaiting />
        ) : rows.length === 0 ? (
          <EmptyList resource={list} state={state} mayAdd={false} />
        ) : (
          <ul className={classes.people} data-stale={answer.isPlaceholderData || undefined} onKeyDown={walkSwitches}>
            {byOwner(rows).map((own) => (
              <Owner key={own[0]?.id} area={area} switches={own} />
            ))}
          </ul>
        )}
        {listed && listed.totalRows > fewRows && <Paging state={state} listed={listed} />}
      </div>
    </>
  );
}

/** A person or a group, and what it has and could have. */
function Owner({ area, switches }: { area: GrantArea; switches: AnySwitch[] }) {
  const { t } = useTranslation();
  const id = useId();
  const [first] = switches;
  if (!first) return null;
  const lock = lockOfAll(switches);
  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <h2 className={classes.name} id={id}>
          {'userId' in first ? (
            // Any list's route reads what is open; the router knows lists by what they are, not by name.
            <Link to={peopleAddress[area]} search={{ open: first.userId } as never}>
              {ownerName(first)}
            </Link>
          ) : (
            ownerName(first)
          )}
        </h2>
        {'userId' in first && <p className={classes.about}>{first.eMail}</p>}
        {'userId' in first && area === 'system' && <p className={classes.about}>{first.company}</p>}
        {lock && <p className={classes.about}>{t(`users.${lock}`)}</p>}
      </div>
      <SwitchList area={area} switches={switches} labelledBy={id} />
    </li>
  );
}

/** The switches of one owner follow one another. */
function byOwner(rows: readonly AnySwitch[]): AnySwitch[][] {
  const owner = (row: AnySwitch) => row.id.split('.').slice(1, -1).join('.');
  return [...Map.groupBy(rows, owner).values()];
}
