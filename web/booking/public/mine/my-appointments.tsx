// The appointments of a visitor: those to come, then the others; and the sign-in of this browser.
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type MyAppointment, myAppointments } from '#contract/booking/my-appointments.ts';
import type { Output } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';
import { dayAndTimeWithin, momentOf, visitorZone } from '#web/lib/dates.ts';
import { loadAppMessages } from '#web/lib/i18n.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { AskDialog } from '#web/lib/ui/dialog/ask-dialog.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { AppointmentItem } from './appointment-item.tsx';
import classes from './my-appointments.module.css';

interface Props {
  mine: Output<typeof myAppointments.getMine>;
  eMail: string;
  /** Of the link in the address. */
  actionHash: string | undefined;
}

export function MyAppointments({ mine, eMail, actionHash }: Props) {
  const { t } = useTranslation();
  const { coming, past } = mine;
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: ({ id }: MyAppointment) =>
      call(myAppointments.openAppointment, { id, actionHash }, { handlesErrors: true }),
    onSuccess: (opened) =>
      navigate({ to: '/appointment/$actionHash/$action', params: { ...opened, action: 'confirm' } }),
    onError: () => toast('danger', t('mine.failed')),
  });
  const list = (appointments: readonly MyAppointment[]) => (
    <ul className={classes.list}>
      {appointments.map((appointment) => (
        <AppointmentItem
          key={appointment.id}
          appointment={appointment}
          isOpening={open.isPending && open.variables.id === appointment.id}
          onOpen={() => open.mutate(appointment)}
        />
      ))}
    </ul>
  );
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('mine.title')}</h1>
      <p className={classes.address}>{t('mine.for', { eMail })}</p>
      {actionHash !== undefined && <StaySignedIn actionHash={actionHash} until={mine.expiresAt} />}
      {coming.length + past.length === 0 ? (
        <p>
          {t('mine.none')} <Link to="/">{t('mine.find')}</Link>
        </p>
      ) : (
        <section aria-labelledby="mine-coming">
          <h2 id="mine-coming" className={classes.heading}>
            {t('mine.coming')}
          </h2>
          {coming.length > 0 ? list(coming) : <p className={classes.quiet}>{t('mine.noneComing')}</p>}
        </section>
      )}
      {past.length > 0 && (
        <section aria-labelledby="mine-past">
          <h2 id="mine-past" className={classes.heading}>
            {t('mine.past')}
          </h2>
          {list(past)}
        </section>
      )}
      {mine.isSignedIn && <SignOut until={mine.expiresAt} />}
    </div>
  );
}

/** The click that a scanner of mails does not make. */
function StaySignedIn({ actionHash, until }: { actionHash: string; until: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const stay = useMutation({
    mutationFn: () => call(myAppointments.open, { actionHash }, { handlesErrors: true }),
    onSuccess: async () => {
      toast('success', t('mine.signedIn'));
      // The answer of this browser from before; the link, which is used up, is not read again.
      queries.removeQueries({ queryKey: [myAppointments.getMine.path], type: 'inactive' });
      await navigate({ to: '/appointments', replace: true });
    },
    onError: async () => {
      toast('danger', t('mine.failed'));
      await queries.invalidateQueries({ queryKey: [myAppointments.getMine.path] });
    },
  });
  return (
    <div className={classes.stay}>
      <p className={classes.quiet}>
        {until && <>{t('mine.linkUntil', { when: dayAndTimeWithin(until, visitorZone()) })} </>}
        {t('mine.stayHint')}
      </p>
      <Button color="ribbon" size="md" loading={stay.isPending} onClick={() => stay.mutate()}>
        {t('mine.stay')}
      </Button>
    </div>
  );
}

function SignOut({ until }: { until: string | null }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationFn: (from: 'here' | 'everywhere') =>
      call(from === 'here' ? myAppointments.signOut : myAppointments.signOutEverywhere, {}, { handlesErrors: true }),
    onSuccess: (_, from) => toast('success', t(from === 'here' ? 'mine.signedOut' : 'mine.signedOutEverywhere')),
    onError: () => toast('danger', t('mine.failed')),
    onSettled: () => queries.resetQueries({ queryKey: [myAppointments.getMine.path] }),
  });
  async function confirmAndSignOutEverywhere() {
    // A visitor's page is loaded without the words of a dialog's buttons.
    const isLoaded = await loadAppMessages().then(
      () => true,
      () => false,
    );
    if (!isLoaded) return void toast('danger', t('mine.failed'));
    const isConfirmed = await ask({
      title: t('mine.everywhereTitle'),
      text: t('mine.everywhereText'),
      confirmLabel: t('mine.everywhere'),
    });
    if (isConfirmed) signOut.mutate('everywhere');
  }
  const isPending = (from: 'here' | 'everywhere') => signOut.isPending && signOut.variables === from;
  return (
    <div className={classes.signOut}>
      {until && <p className={classes.quiet}>{t('mine.until', { when: momentOf(until, visitorZone()) })}</p>}
      <Button variant="default" loading={isPending('here')} onClick={() => signOut.mutate('here')}>
        {t('mine.signOut')}
      </Button>
      <Button variant="default" loading={isPending('everywhere')} onClick={() => void confirmAndSignOutEverywhere()}>
        {t('mine.everywhere')}
      </Button>
      <AskDialog />
    </div>
  );
}
