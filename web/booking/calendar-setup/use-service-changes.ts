// The changes of a person's services that need no dialog: their order, and which the person does.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { call } from '#web/lib/client/client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type CalendarService, cacheSettings } from './calendar-settings.ts';

export type ServiceChanges = ReturnType<typeof useServiceChanges>;

export function useServiceChanges(calendarId: string) {
  const { t } = useTranslation();
  const order = useMutation({
    mutationFn: (ids: string[]) => call(calendarSetup.orderServices, { calendarId, ids }),
    onSuccess: cacheSettings,
  });
  const remove = useMutation({
    mutationFn: ({ id }: CalendarService) => call(calendarSetup.deleteService, { calendarId, id }),
    onSuccess(saved, { name }) {
      cacheSettings(saved);
      toast('success', t('hours.serviceDeleted', { name }));
    },
  });
  const choose = useMutation({
    mutationFn: ({ id, isDone }: { id: string; name: string; isDone: boolean }) =>
      call(calendarSetup.chooseService, { calendarId, id, isDone }),
    onSuccess(saved, { name, isDone }) {
      cacheSettings(saved);
      toast('success', t(isDone ? 'hours.serviceChosen' : 'hours.serviceLeft', { name }));
    },
  });
  return { order, remove, choose };
}
