// The state of a visit, the next one as a button, and the others in a menu, or as buttons where there is room for them.
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { endedStatuses, staffMoves, undoMoves, type VisitStatus } from '#contract/booking/visit-states.ts';
import { useVisitMoves } from '#web/booking/calendar/events/use-visit-moves.ts';
import type { EndStatus } from './end-visit.tsx';

/** In the order of a day at the desk. */
const usualNext: readonly VisitStatus[] = ['confirmed', 'arrived', 'started', 'completed'];

interface Props {
  event: CalendarEvent;
  status: VisitStatus;
  /** Asks for the reason first. */
  onEnd(status: EndStatus): void;
  /** Asks for the payment first. */
  onComplete(): void;
  isCompleting: boolean;
  /** On a sheet, which then leaves the room to the message that offers to undo. */
  onMoved?(): void;
}

export function VisitActions({ event, status, onEnd, onComplete, isCompleting, onMoved }: Props) {
  const { t } = useTranslation();
  const { move, isMoving } = useVisitMoves();
  const moves: readonly VisitStatus[] = staffMoves[status];
  const next = nextOf(status);
  // Only the message about the answer offers to undo it.
  const others = moves.filter((one) => one !== next && !undoMoves[status]?.includes(one));
  const inMenu = others.filter((one) => one !== 'completed');
  const choose = (to: VisitStatus) => {
    if (to === 'declined' || to === 'cancelled') onEnd(to);
    else if (to === 'completed') onComplete();
    else {
      void move(event, { status: to });
      onMoved?.();
    }
  };
  if (onMoved) {
    return moves
      .filter((one) => one === next || others.includes(one))
      .map((one) => (
        <Button
          key={one}
          size="sm"
          variant={one === next ? 'filled' : 'default'}
          {...(endedStatuses.includes(one) && { c: 'red' })}
          data-next={one === next || undefined}
          loading={one === 'completed' && isCompleting}
          onClick={() => choose(one)}
        >
          {t(`visits.move.${labelOf(one)}`)}
        </Button>
      ));
  }
  return (
    <>
      {next && (
        <Button size="xs" loading={isMoving || (next === 'completed' && isCompleting)} onClick={() => choose(next)}>
          {t(`visits.move.${labelOf(next)}`)}
        </Button>
      )}
      {/* A desk that notes no arrival completes a visit as it was booked. */}
      {others.includes('completed') && (
        <Button size="xs" variant="default" loading={isCompleting} onClick={onComplete}>
          {t('visits.move.completed')}
        </Button>
      )}
      {inMenu.length > 0 && (
        <Menu position="bottom-start" shadow="md" withinPortal={false}>
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
              {t(`visits.status.${status}`)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown aria-label={t('visits.actions')}>
            {inMenu.map((one) => (
              <Menu.Item key={one} color={endedStatuses.includes(one) ? 'red' : undefined} onClick={() => choose(one)}>
                {t(`visits.move.${labelOf(one)}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
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
