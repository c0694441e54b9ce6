// Settles the appointments of a person before they are removed: a colleague takes them over, or they are cancelled.
import { Checkbox, List, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComingVisits, KeptVisit } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { dayAndTime } from '#web/lib/dates.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { isMailStored, useMailState } from '#web/messaging/mail/mail-states.ts';

/** A person who is about to be removed and still has appointments. */
export interface Leaving {
  id: string;
  name: string;
  coming: ComingVisits;
  /** The confirmed action, a verb, and the consequences that its plain question names. */
  confirmLabel: string;
  text: string;
  remove(): Promise<void>;
}

type Way = 'give' | 'cancel' | 'leave';

export function LeavingDialog({ leaving, onClose }: { leaving: Leaving; onClose: () => void }) {
  const { t } = useTranslation();
  const { id: userId, name, confirmLabel, text } = leaving;
  const [{ count, colleagues }, setComing] = useState(leaving.coming);
  const [way, setWay] = useState<Way>(colleagues.some((one) => one.count > 0) ? 'give' : 'leave');
  const [calendarId, setCalendar] = useState(colleagues[0]?.calendarId ?? '');
  const [notify, setNotify] = useState(true);
  const mail = useMailState('visit');
  const [kept, setKept] = useState<readonly KeptVisit[]>([]);
  const leave = useMutation({
    async mutationFn() {
      if (way !== 'leave') {
        const to = way === 'give' ? calendarId : null;
        const { settled, kept } = await call(visits.settleComing, { userId, calendarId: to, notify });
        if (settled > 0)
          toast('success', t(way === 'give' ? 'leaving.given' : 'leaving.cancelled', { count: settled }));
        setKept(kept);
        if (kept.length > 0) return setComing(await call(visits.getComing, { userId }));
      }
      await leaving.remove();
      onClose();
    },
    onError: (error) => showError(error, t('leaving.notSettled')),
  });
  const colleague = colleagues.find((one) => one.calendarId === calendarId);
  return (
    <Dialog title={t('leaving.title', { name, count })} onClose={onClose} size="md">
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          leave.mutate();
        }}
      >
        {kept.length > 0 && (
          <div role="status">
            <Text fw={600}>{t('leaving.kept', { count: kept.length, name })}</Text>
            <List size="sm" mt={4} mb="md" spacing={4} mah={200} styles={{ root: { overflowY: 'auto' } }}>
              {kept.map(({ id, start, timeZone, name, reason }) => (
                <List.Item key={id}>
                  {dayAndTime(start, timeZone)}, {name}: {t(`leaving.reason.${reason}`)}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <Radio.Group label={t('leaving.question')} value={way} onChange={(next) => setWay(next as Way)}>
          <Stack gap="sm" mt={8}>
            {colleagues.length > 0 && <Radio value="give" label={t('leaving.give')} />}
            {way === 'give' && (
              <NativeSelect
                ml={28}
                aria-label={t('leaving.colleague')}
                description={colleague && colleague.count < count ? t('leaving.notAll') : undefined}
                inputWrapperOrder={['input', 'description']}
                data={colleagues.map((one) => ({
                  value: one.calendarId,
                  label: t('leaving.does', { name: one.name, done: one.count, count }),
                }))}
                value={calendarId}
                onChange={({ currentTarget: { value } }) => setCalendar(value)}
              />
            )}
            <Radio value="cancel" label={t('leaving.cancel')} />
            <Radio value="leave" label={t('leaving.leave')} description={t('leaving.leaveHint')} />
          </Stack>
        </Radio.Group>
        {way !== 'leave' && (
          <Checkbox
            mt="md"
            label={t('leaving.notify')}
            description={isMailStored(mail) && t('app.mailStored')}
            checked={notify}
            onChange={({ currentTarget: { checked } }) => setNotify(checked)}
          />
        )}
        <Text size="sm" mt="md">
          {text}
        </Text>
        <DialogFoot danger confirmLabel={confirmLabel} isBusy={leave.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
