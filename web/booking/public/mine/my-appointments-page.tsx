// All appointments with a visitor's address: behind the link of a mail, or in a browser that is signed in.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { myAppointments } from '#contract/booking/my-appointments.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { AskForLink } from './ask-for-link.tsx';
import classes from './my-appointments.module.css';
import { MyAppointments } from './my-appointments.tsx';

export function MyAppointmentsPage() {
  const { t } = useTranslation();
  const { actionHash } = useParams({ strict: false });
  useTitle(t('mine.title'));
  const mine = useQuery({
    queryKey: [myAppointments.getMine.path, { actionHash }],
    queryFn: ({ signal }) => call(myAppointments.getMine, { actionHash }, { signal, handlesErrors: true }),
    // The visitor comes back from an appointment that they have moved or cancelled.
    refetchOnMount: 'always',
  });
  if (isGone(mine.error)) return <AskForLink isGone />;
  if (mine.isError) {
    return (
      <div className={classes.page}>
        <TryAgain onRetry={() => void mine.refetch()} />
      </div>
    );
  }
  if (!mine.data) return <Loading />;
  if (mine.data.eMail === null) return <AskForLink mail={mine.data.mail} />;
  return <MyAppointments mine={mine.data} eMail={mine.data.eMail} actionHash={actionHash} />;
}

function isGone(error: Error | null): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 417);
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} aria-busy="true">
      <p className="unseen">{t('mine.loading')}</p>
      <Skeleton height={36} width="50%" mb="xl" />
      <Skeleton height={160} radius={12} mb="md" />
      <Skeleton height={160} radius={12} />
    </div>
  );
}
