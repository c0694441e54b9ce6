// The target of links in appointment e-mails: shows the appointment and one button. Opening it changes nothing.
import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Appointment, publicCalendars } from '#contract/booking/public.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { AppointmentCard } from './appointment-card.tsx';
import classes from './appointment-page.module.css';
import { MoveAppointment } from './move-appointment.tsx';
import { VisitorConsents } from './visitor-consents.tsx';

interface Props {
  /** Subscribing to the appointment belongs to links, an area above this one. */
  subscription(appointment: Appointment, actionHash: string): ReactNode;
}

export function AppointmentPage({ subscription }: Props) {
  const { actionHash, action } = useParams({ from: '/public/appointment/$actionHash/$action' });
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { move: isMoving } = useSearch({ from: '/public/appointment/$actionHash/$action' });
  const navigate = useNavigate();
  const { history } = useRouter();
  /** The entry before this one is the appointment. */
  const hasEntered = useRef(false);
  const startMoving = () => {
    hasEntered.current = true;
    void navigate({ to: '.', search: { move: true } });
  };
  const stopMoving = () => {
    if (hasEntered.current) history.back();
    else void navigate({ to: '.', search: {}, replace: true });
    hasEntered.current = false;
  };
  const queryKey = [publicCalendars.getAppointment.path, { actionHash }];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(publicCalendars.getAppointment, { actionHash }, { signal, handlesErrors: true }),
  });
  const act = useMutation({
    mutationFn: (requested: 'confirm' | 'cancell') =>
      call(publicCalendars.processAppointment, { actionHash, action: requested }, { handlesErrors: true }),
    onSuccess: (appointment: Appointment, requested) => {
      queries.setQueryData(queryKey, appointment);
      if (appointment.waitsForCompany) return;
      toast('success', t(requested === 'cancell' ? 'appointment.cancelled.done' : 'appointment.confirmed.done'));
    },
    onError: (error) => {
      toast('danger', t('appointment.processingError'));
      // The state has changed elsewhere; show the current one.
      if (error instanceof CallError && error.status === 409) void found.refetch();
    },
  });
  useTitle(found.data?.title ?? t('appointment.unknown.title'));

  // Any word other than `cancell` confirms (specification, routes).
  const requested = action.toLowerCase() === 'cancell' ? 'cancell' : 'confirm';
  if (isUnknown(found.error)) return <Unknown />;
  if (found.isError) {
    return (
      <div className={classes.page}>
        <TryAgain onRetry={() => void found.refetch()} />
      </div>
    );
  }
  if (!found.data) return <Loading />;
  if (isMoving && found.data.moves.includes('reschedule')) {
    return (
      <div className={classes.page}>
        <MoveAppointment
          appointment={found.data}
          actionHash={actionHash}
          onMoved={(appointment) => {
            queries.setQueryData(queryKey, appointment);
            stopMoving();
          }}
          onClose={stopMoving}
        />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <AppointmentCard
        appointment={found.data}
        actionHash={actionHash}
        action={requested}
        subscription={subscription(found.data, actionHash)}
        isBusy={act.isPending}
        onAct={() => act.mutate(requested)}
        onMove={startMoving}
      />
      <VisitorConsents actionHash={actionHash} />
      <p className={classes.mine}>
        <Link to="/appointments">{t('mine.title')}</Link>
      </p>
    </div>
  );
}

function isUnknown(error: Error | null): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 417);
}

function Unknown() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        <h1 className={classes.title}>{t('appointment.unknown.title')}</h1>
        <p className={classes.lead}>{t('appointment.unknown.lead')}</p>
        <Link to="/" className={classes.quiet}>
          {t('appointment.home')}
        </Link>
      </section>
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} aria-busy="true">
      <p className="unseen">{t('appointment.loading')}</p>
      <Skeleton height={420} radius={12} />
    </div>
  );
}
