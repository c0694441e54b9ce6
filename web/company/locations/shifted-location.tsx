// The appointments of one location that new rules of its time zone have shifted, and the question of what they keep.
import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyLocations, type ShiftedLocation } from '#contract/company/locations.ts';
import { call } from '#web/lib/client/client.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { askWhatVisitsKeep } from './ask-what-visits-keep.ts';
import classes from './shifted-location.module.css';

export function ShiftedAppointmentsOf({ location, onSettled }: { location: ShiftedLocation; onSettled(): unknown }) {
  const { t } = useTranslation();
  const { locationId, name, timeZone, count, first } = location;
  const settle = useMutation({
    async mutationFn() {
      let answers: object | undefined = {};
      while (answers) answers = await settleOnce(locationId, answers);
    },
    onSettled,
  });
  const more = count - first.length;
  return (
    <Alert color="orange" variant="light" role="status">
      <p className={classes.lead}>{t('list.locations.shifted', { name, zone: timeZone, number: count })}</p>
      <ul className={classes.list}>
        {first.map((one) => (
          <li key={`${one.now} ${one.name} ${one.title}`}>
            {t('list.locations.shiftedRow', {
              who: one.name || one.title,
              before: dayAndTime(one.before, timeZone),
              now: dayAndTime(one.now, timeZone),
            })}
          </li>
        ))}
        {more > 0 && <li>{t('list.locations.shiftedMore', { number: more })}</li>}
      </ul>
      <Button variant="default" loading={settle.isPending} onClick={() => settle.mutate()}>
        {t('list.locations.shiftedDecide')}
      </Button>
    </Alert>
  );

  /** Returns what to send next: the answer to the question that the server asks. */
  async function settleOnce(id: string, answers: object): Promise<object | undefined> {
    try {
      await call(companyLocations.operations.settleShifted, { locationId: id, ...answers });
      toast('success', t('list.locations.shiftedSettled', { name }));
      return undefined;
    } catch (error) {
      const answer = await askWhatVisitsKeep(error, 'rules');
      if (!answer) throw error;
      return answer === 'cancelled' ? undefined : answer;
    }
  }
}
