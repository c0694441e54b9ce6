// The actions of an event: the next step as the main button, the usual ones beside it, the others behind "More".
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { loadVisit } from '#web/booking/calendar/events/load-visit.ts';
import { useDeleteEvent } from '#web/booking/calendar/events/use-delete-event.ts';
import { useVisitMoves } from '#web/booking/calendar/events/use-visit-moves.ts';
import { now } from '#web/lib/dates.ts';
import { arrangeActs, type CardAct, endsEvent } from './arrange-acts.ts';
import type { EndStatus } from './end-visit.tsx';
import classes from './event-card.module.css';
import type { useCompletion } from './use-completion.tsx';
import type { useSlip } from './use-slip.tsx';

interface Props {
  event: CalendarEvent;
  isMoreOpen: boolean;
  onMore(isOpen: boolean): void;
  /** A sheet closes with an action, and leaves the room to the message that offers to undo. */
  isSheet: boolean;
  completion: ReturnType<typeof useCompletion>;
  slip: ReturnType<typeof useSlip>;
  onEdit(): void;
  onAgain(visit: Visit | null): void;
  /** Asks for the reason first. */
  onEnd(status: EndStatus): void;
  onClose(): void;
}

export function CardActions({ event, isSheet, completion, slip, onEdit, onAgain, onEnd, onClose, ...menu }: Props) {
  const { t } = useTranslation();
  const { move, isMoving } = useVisitMoves();
  const remove = useDeleteEvent(onClose);
  const { first, beside, more } = arrangeActs(event, { hasSlip: slip.print !== undefined, now: now() });
  const size = isSheet ? 'sm' : 'xs';

  function run(act: CardAct): void {
    if (act === 'edit') onEdit();
    else if (act === 'again') void loadVisit(event).then(onAgain, () => {});
    else if (act === 'slip') slip.print?.();
    else if (act === 'delete') void remove(event);
    else if (act === 'declined' || act === 'cancelled') onEnd(act);
    else if (act === 'completed') void completion.complete(event);
    else {
      void move(event, { status: act });
      if (isSheet) onClose();
    }
  }

  function label(act: CardAct): string {
    if (act === 'edit') return t(event.isEditable ? 'calendar.edit' : 'calendar.open');
    if (act === 'again') return t('desk.again');
    if (act === 'slip') return t('printing.slip');
    if (act === 'delete') return t('calendar.delete');
    // Staff never hold, request or expire.
    return t(`visits.move.${act === 'held' || act === 'requested' || act === 'expired' ? 'confirmed' : act}`);
  }

  const isBusy = (act: CardAct) =>
    (act === 'completed' && completion.isReading) || (act === 'slip' && slip.isBusy) || (act === first && isMoving);
  const button = (act: CardAct) => (
    <Button
      key={act}
      size={size}
      variant={act === first ? 'filled' : 'default'}
      {...(act === first && { 'data-next': true })}
      {...(endsEvent(act) && { c: 'red' })}
      {...(act === 'edit' && { 'data-autofocus': true })}
      loading={isBusy(act)}
      onClick={() => run(act)}
    >
      {label(act)}
    </Button>
  );
  return (
    <div className={classes.actions}>
      {first && button(first)}
      {beside.map(button)}
      {more.length > 0 && (
        <Menu
          opened={menu.isMoreOpen}
          onChange={menu.onMore}
          position={isSheet ? 'top-end' : 'bottom-end'}
          // A sheet may be lower than the menu: it lies over the sheet and its sticky head, and is not cut off by them.
          floatingStrategy="fixed"
          zIndex={1001}
          shadow="md"
          withinPortal={false}
          withInitialFocusPlaceholder={false}
          transitionProps={{ duration: 0 }}
        >
          <Menu.Target>
            <Button size={size} variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
              {t('app.more')}
            </Button>
          </Menu.Target>
          {/* The keys of the card are letters, which choose among the items here. */}
          <Menu.Dropdown className={classes.menu} onKeyDown={(press) => press.stopPropagation()}>
            {more.map((act) => (
              <Menu.Item key={act} {...(endsEvent(act) && { color: 'red' })} onClick={() => run(act)}>
                {label(act)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
