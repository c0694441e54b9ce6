// For administrators: which employees have other calendars, whether they are read, and how to switch one off.
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Output } from '#contract/lib/service.ts';
import { outsideCalendars } from '#contract/links/outside.ts';
import { call, query } from '#web/lib/client/client.ts';
import { dayAndTimeWithin, visitorZone } from '#web/lib/dates.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import classes from './outside.module.css';
import { refetchOutside, whyNotRead } from './reading.ts';

type EmployeeState = Output<typeof outsideCalendars.getStates>[number];

export function EmployeeStates() {
  const { t } = useTranslation();
  const read = useQuery({ ...query(outsideCalendars.getStates, {}), staleTime: 0 });
  if (read.isError && !read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  if (!read.data?.length) return null;
  return (
    <section className={classes.parts} aria-label={t('otherCalendars.employees')}>
      <h3 className={classes.name}>{t('otherCalendars.employees')}</h3>
      <ul className={rowClasses.rows}>
        {read.data.map((one) => (
          <StateRow key={one.id} {...one} />
        ))}
      </ul>
    </section>
  );
}

function StateRow({ id, employee, host, state, reason, status, lastReadAt }: EmployeeState) {
  const { t } = useTranslation();
  const name = `${employee}, ${host}`;
  const switchOff = useMutation({
    mutationFn: () => call(outsideCalendars.switch, { id, isOn: false }),
    onSettled: refetchOutside,
  });
  async function confirmAndSwitchOff() {
    const isConfirmed = await ask({
      title: t('otherCalendars.offTitle', { name }),
      text: t('otherCalendars.offText'),
      confirmLabel: t('otherCalendars.switchOff'),
    });
    if (isConfirmed) switchOff.mutate();
  }
  const read = lastReadAt
    ? t('otherCalendars.lastRead', { when: dayAndTimeWithin(lastReadAt, visitorZone()) })
    : t('otherCalendars.neverRead');
  const words = { ok: read, off: t('otherCalendars.isOff'), signIn: t('otherCalendars.signInAgain') }[state];
  return (
    <li className={rowClasses.item}>
      <div className={rowClasses.itemText}>
        <strong>{name}</strong>
        <span>{state === 'ok' && reason ? whyNotRead({ reason, status }) : words}</span>
      </div>
      {state !== 'off' && (
        <Button
          variant="subtle"
          size="sm"
          flex="none"
          loading={switchOff.isPending}
          aria-label={`${t('otherCalendars.switchOff')}: ${name}`}
          onClick={() => void confirmAndSwitchOff()}
        >
          {t('otherCalendars.switchOff')}
        </Button>
      )}
    </li>
  );
}
