// The messages that did not arrive: what became of each, and what to do about several at once.
import { Alert } from '@mantine/core';
import { IconCheck, IconMailCheck, IconMailForward, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { systemSmtps } from '#contract/messaging/mail-servers.ts';
import {
  type Changed,
  companyProblems,
  type PassedOverReason,
  type ProblemList,
  systemProblems,
} from '#contract/messaging/problems.ts';
import { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { Notices } from '#web/lib/ui/page/notices.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { KeptMails } from '#web/messaging/hosts/kept-mails.tsx';
import { PausedRoutes } from '#web/messaging/hosts/paused-routes.tsx';
import { AttemptList } from '#web/messaging/outbox/attempts.tsx';
import { DeliveryStateBadge } from '#web/messaging/outbox/delivery-state.tsx';
import { countQuery } from './problem-count.tsx';
import classes from './problems-page.module.css';

/** No live change reports that messages wait (ms). */
const refetchInterval = 60_000;

type Verb = 'sendAgain' | 'giveUp' | 'markArrived' | 'allowAddresses';

export const CompanyProblemsPage = () => (
  <>
    <Notices>
      <Delay />
    </Notices>
    <Problems list={companyProblems} />
  </>
);

export const SystemProblemsPage = () => (
  <>
    <Notices>
      <KeptMails />
      <PausedRoutes operations={systemSmtps.operations} />
      <PausedRoutes operations={systemSmsGateways.operations} />
    </Notices>
    <Problems list={systemProblems} />
  </>
);

/** Why is the operator's concern; the company learns that nothing is lost. */
function Delay() {
  const { t } = useTranslation();
  const { isDelayed = false, kept = 0 } =
    useQuery({ ...query(companyProblems.operations.getDelay, {}), refetchInterval }).data ?? {};
  const lines = [
    ...(isDelayed ? [t('list.problems.delayed')] : []),
    ...(kept > 0 ? [t('list.problems.kept', { number: kept })] : []),
  ];
  return lines.map((line) => (
    <Alert key={line} role="status" color="gray" variant="light" mb="md">
      {line}
    </Alert>
  ));
}

function Problems({ list }: { list: ProblemList }) {
  const { t } = i18next;
  const run = (verb: Verb, rows: readonly { id: string }[]) => settle(list, verb, rows);
  return (
    <Grid
      // Both lists have the same rows; the type of a list is that of its area.
      resource={list as typeof systemProblems}
      columns={[
        { field: 'createdAt', width: 135 },
        { field: 'address', width: 190 },
        { field: 'subject', width: 150, hidden: list.area === 'system' },
        { field: 'state', width: 190, cell: (row) => <DeliveryStateBadge state={row.state} medium={row.medium} /> },
        {
          field: 'reason',
          width: 190,
          cell: ({ reason }) => <span className={classes.reason}>{t(`list.problems.option.reason.${reason}`)}</span>,
        },
        { field: 'company', width: 155, hidden: list.area === 'company' },
        { field: 'medium', width: 100, hidden: true },
        { field: 'purpose', width: 130, hidden: true },
        { field: 'attempts', width: 100, hidden: true },
        { field: 'isSuppressed', width: 150, hidden: true },
        { field: 'answer', width: 260, hidden: true },
      ]}
      bulkActions={[
        { label: t('list.problems.sendAgain'), icon: IconMailForward, run: (rows) => run('sendAgain', rows) },
        { label: t('list.problems.allow'), icon: IconMailCheck, run: (rows) => run('allowAddresses', rows) },
        { label: t('list.problems.markArrived'), icon: IconCheck, run: (rows) => run('markArrived', rows) },
        { label: t('list.problems.giveUp'), icon: IconX, run: (rows) => run('giveUp', rows) },
      ]}
      actions={(row) => [
        {
          label: t('list.problems.sendAgain'),
          icon: IconMailForward,
          disabled: row.isSuppressed ? t('list.problems.why.suppressed') : undefined,
          run: () => void run('sendAgain', [row]),
        },
        {
          label: t('list.problems.allow'),
          icon: IconMailCheck,
          disabled: row.isSuppressed ? undefined : t('list.problems.notSuppressed'),
          run: () => void run('allowAddresses', [row]),
        },
        {
          label: t('list.problems.markArrived'),
          icon: IconCheck,
          disabled: row.state === 'uncertain' ? undefined : t('list.problems.notUncertain'),
          run: () => void run('markArrived', [row]),
        },
        { label: t('list.problems.giveUp'), icon: IconX, run: () => void run('giveUp', [row]) },
      ]}
      details={{ below: ({ id }) => <AttemptList operation={list.operations.getAttempts} id={id} /> }}
    />
  );
}

/** One call for all; says how many were changed, and why the others were not. Giving up is final, so it asks. */
async function settle(list: ProblemList, verb: Verb, rows: readonly { id: string }[]): Promise<void> {
  const { t } = i18next;
  if (verb === 'giveUp') {
    const confirmed = await ask({
      title: t('list.problems.giveUpTitle', { count: rows.length }),
      text: t('list.problems.giveUpText'),
      confirmLabel: t('list.problems.giveUp'),
      danger: true,
    });
    if (!confirmed) return;
  }
  try {
    // The operations of both lists are the same.
    const operation = (list as typeof systemProblems).operations[verb];
    const answer = await call(operation, { ids: rows.map(({ id }) => id) }, { handlesErrors: true });
    const parts = [
      ...(answer.changed > 0 ? [t(`list.problems.done.${verb}`, { count: answer.changed })] : []),
      ...passedOver(answer),
    ];
    toast(answer.changed > 0 ? 'success' : 'danger', parts.join(' '));
  } catch (error) {
    showError(error, t('list.problems.notDone'));
  }
  await Promise.all([
    refreshList(list as typeof systemProblems),
    queryClient.invalidateQueries({ queryKey: countQuery(list).queryKey }),
  ]);
}

function passedOver({ passedOver: rows }: Changed): string[] {
  const { t } = i18next;
  const counts = new Map<PassedOverReason, number>();
  for (const { reason } of rows) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) =>
    t('list.problems.passedOver', { count, why: t(`list.problems.why.${reason}`) }),
  );
}
