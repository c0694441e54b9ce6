// The operator's health check: what may be broken, and what to do about it.
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type DoctorLine, systemDoctor } from '#contract/operations/doctor.ts';
import { query } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './doctor.module.css';

export function DoctorPage() {
  const { t } = useTranslation();
  // Each look asks other servers: only a person repeats it.
  const lines = useQuery({ ...query(systemDoctor.get, {}), refetchOnWindowFocus: false, staleTime: 60_000 });
  return (
    <Page
      title={t('doctorPage.title')}
      lead={t('doctorPage.lead')}
      width="60rem"
      actions={
        <Button
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden="true" />}
          loading={lines.isFetching}
          onClick={() => void lines.refetch()}
        >
          {t('doctorPage.again')}
        </Button>
      }
    >
      <p className={classes.summary} role="status">
        {lines.isFetching ? t('doctorPage.checking') : lines.data && <Summary lines={lines.data} />}
      </p>
      {lines.isPending && <Skeleton height={420} radius={12} />}
      {lines.isError && !lines.data && <TryAgain onRetry={() => void lines.refetch()} />}
      {lines.data && (
        <ul className={classes.lines}>
          {lines.data.toSorted(byUrgency).map((line) => (
            <Line key={line.check} line={line} />
          ))}
        </ul>
      )}
    </Page>
  );
}

const urgency = { broken: 0, look: 1, fine: 2 };
const byUrgency = (a: DoctorLine, b: DoctorLine) => urgency[a.state] - urgency[b.state];

function Summary({ lines }: { lines: readonly DoctorLine[] }) {
  const { t } = useTranslation();
  const countOf = (state: DoctorLine['state']) => lines.filter((line) => line.state === state).length;
  const [broken, look] = [countOf('broken'), countOf('look')];
  if (broken > 0) return <strong data-state="broken">{t('doctorPage.summary.broken', { count: broken })}</strong>;
  if (look > 0) return <strong>{t('doctorPage.summary.look', { count: look })}</strong>;
  return <strong>{t('doctorPage.summary.fine')}</strong>;
}

const signs = { fine: IconCheck, look: IconAlertTriangle, broken: IconX };

function Line({ line: { check, state, text } }: { line: DoctorLine }) {
  const { t } = useTranslation();
  const Sign = signs[state];
  return (
    <li className={classes.line} data-state={state}>
      <Sign size={20} stroke={2} role="img" aria-label={t(`doctorPage.state.${state}`)} />
      <div>
        <h2 className={classes.check}>{t(`doctorPage.check.${check}`)}</h2>
        <p className={classes.text}>{text}</p>
      </div>
    </li>
  );
}
