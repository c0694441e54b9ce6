// The outside calendars whose events take the person's time, on their account page.
import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxOutsideAccounts, outsideCalendars } from '#contract/links/outside.ts';
import { query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountRow } from './account-row.tsx';
import { EmployeeStates } from './employee-states.tsx';
import classes from './outside.module.css';
import { isBeingRead, isBeingWritten } from './reading.ts';

/** How often the list is read again while a calendar is being read (ms). */
const pollInterval = 2_000;

export function OtherCalendars() {
  const { t } = useTranslation();
  const { isImpersonated } = useCurrentUser();
  return (
    <Section id="other-calendars" title={t('otherCalendars.title')}>
      {isImpersonated ? <p className={classes.hint}>{t('security.notYours')}</p> : <OwnCalendars />}
    </Section>
  );
}

function OwnCalendars() {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  // A form or an account takes the focus along when it goes.
  const focusAdd = () => requestAnimationFrame(() => add.current?.focus());
  const read = useQuery({
    ...query(outsideCalendars.getAll, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => isBeingRead(one) || isBeingWritten(one)) ? pollInterval : false,
  });
  const accounts = read.data;
  const isReading = accounts?.some(isBeingRead) ?? false;
  // The states of employees have the own accounts, too.
  useEffect(() => {
    if (!isReading) void queryClient.invalidateQueries({ queryKey: [outsideCalendars.getStates.path] });
  }, [isReading]);
  return (
    <div className={classes.parts}>
      <p className={classes.hint}>{t('otherCalendars.lead')}</p>
      {read.isPending && <Skeleton height={96} role="status" aria-label={t('app.loading')} />}
      {read.isError && !accounts && <TryAgain onRetry={() => void read.refetch()} />}
      {accounts && accounts.length > 0 && (
        <ul className={rowClasses.rows}>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} onDeleted={focusAdd} />
          ))}
        </ul>
      )}
      {accounts?.length === 0 && !isAdding && <p className={classes.hint}>{t('otherCalendars.none')}</p>}
      {isAdding && (
        <AccountForm
          onClose={() => {
            setAdding(false);
            focusAdd();
          }}
        />
      )}
      {accounts && accounts.length < maxOutsideAccounts && !isAdding && (
        <div className={classes.foot}>
          <Button
            ref={add}
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} />}
            onClick={() => setAdding(true)}
          >
            {t('otherCalendars.add')}
          </Button>
        </div>
      )}
      {actions.includes('admin') && <EmployeeStates />}
    </div>
  );
}
