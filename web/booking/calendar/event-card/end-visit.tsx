// The question before a visit is declined or cancelled.
import { Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { eventHeading } from '#web/booking/calendar/events/event-text.ts';
import { useVisitMoves, type VisitEvent } from '#web/booking/calendar/events/use-visit-moves.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { useMailWords } from '#web/messaging/mail/mail-states.ts';

export type EndStatus = 'declined' | 'cancelled';

interface Props {
  event: VisitEvent & Pick<CalendarEvent, 'eMail'>;
  status: EndStatus;
  onClose(): void;
}

/** Asks for the reason, and whether the customer is told. */
export function EndVisit({ event, status, onClose }: Props) {
  const { t } = useTranslation();
  const { move } = useVisitMoves();
  const [reason, setReason] = useState('');
  useUnsavedInput(() => reason.trim() !== '');
  const [notify, setNotify] = useState(true);
  const notifyHint = useMailWords('visit', t('visits.notifyHint'));
  const name = eventHeading(event);
  return (
    <Dialog title={t(status === 'declined' ? 'visits.declineTitle' : 'visits.cancelTitle', { name })} onClose={onClose}>
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          void move(event, { status, reason, notify });
          onClose();
        }}
      >
        {event.eMail && (
          <>
            <Textarea
              label={t('visits.reason')}
              description={t('visits.reasonHint')}
              autosize
              minRows={2}
              maxLength={500}
              value={reason}
              onChange={(change) => setReason(change.currentTarget.value)}
            />
            <Checkbox
              mt="md"
              label={t('visits.notify', { name })}
              description={notifyHint}
              checked={notify}
              onChange={(change) => setNotify(change.currentTarget.checked)}
            />
          </>
        )}
        <DialogFoot danger confirmLabel={t(`visits.move.${status}`)} isBusy={false} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
