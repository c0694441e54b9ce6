// The state of a visit, the next one as a button, and the others in a menu.
import { Button, Checkbox, Menu, Textarea } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { endedStatuses, staffMoves, type VisitStatus } from '#contract/booking/visits.ts';
import { Dialog } from '#web/lib/ui/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog-foot.tsx';
import { eventHeading } from './event-text.ts';
import { useVisitMoves } from './use-visit-moves.ts';

/** In the order of a day at the desk. */
const usualNext: readonly VisitStatus[] = ['confirmed', 'arrived', 'started', 'completed'];

interface Props {
  event: CalendarEvent;
  status: VisitStatus;
  /** The visit has ended, and its event is gone. */
  onEnded(): void;
}

export function VisitActions({ event, status, onEnded }: Props) {
  const { t } = useTranslation();
  const { move, isMoving } = useVisitMoves();
  const [ending, setEnding] = useState<'declined' | 'cancelled'>();
  const moves: readonly VisitStatus[] = staffMoves[status];
  const next = nextOf(status);
  const others = moves.filter((one) => one !== next);
  const choose = (to: VisitStatus) => {
    if (to === 'declined' || to === 'cancelled') setEnding(to);
    else void move(event, { status: to });
  };
  return (
    <>
      {next && (
        <Button size="xs" loading={isMoving} onClick={() => choose(next)}>
          {t(`visits.move.${labelOf(next)}`)}
        </Button>
      )}
      {others.length > 0 && (
        <Menu position="bottom-start" shadow="md" withinPortal={false}>
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
              {t(`visits.status.${status}`)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown aria-label={t('visits.actions')}>
            {others.map((one) => (
              <Menu.Item key={one} color={endedStatuses.includes(one) ? 'red' : undefined} onClick={() => choose(one)}>
                {t(`visits.move.${labelOf(one)}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {ending && (
        <EndVisit
          event={event}
          status={ending}
          onCancel={() => setEnding(undefined)}
          onEnd={(reason, notify) => {
            setEnding(undefined);
            void move(event, { status: ending, reason, notify });
            onEnded();
          }}
        />
      )}
    </>
  );
}

function nextOf(status: VisitStatus): VisitStatus | undefined {
  const moves: readonly VisitStatus[] = staffMoves[status];
  const at = usualNext.indexOf(status);
  return usualNext.slice(at + 1).find((one) => moves.includes(one));
}

type Labelled = 'confirmed' | 'arrived' | 'started' | 'completed' | 'no_show' | 'declined' | 'cancelled';

/** Staff never hold, request or expire. */
function labelOf(status: VisitStatus): Labelled {
  return status === 'held' || status === 'requested' || status === 'expired' ? 'confirmed' : status;
}

interface EndProps {
  event: CalendarEvent;
  status: 'declined' | 'cancelled';
  onEnd(reason: string, notify: boolean): void;
  onCancel(): void;
}

/** Asks for the reason, and whether the customer is told. */
function EndVisit({ event, status, onEnd, onCancel }: EndProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const name = eventHeading(event);
  return (
    <Dialog
      title={t(status === 'declined' ? 'visits.declineTitle' : 'visits.cancelTitle', { name })}
      onClose={onCancel}
    >
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          onEnd(reason, notify);
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
              description={t('visits.notifyHint')}
              checked={notify}
              onChange={(change) => setNotify(change.currentTarget.checked)}
            />
          </>
        )}
        <DialogFoot danger confirmLabel={t(`visits.move.${status}`)} isBusy={false} onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
