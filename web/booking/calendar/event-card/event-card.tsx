// The summary of an event and its actions: beside the event, on a phone at the lower edge of the screen.
import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Receipt } from '#contract/booking/receipts.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { eventHeading } from '#web/booking/calendar/events/event-text.ts';
import { statusForKey } from '#web/booking/calendar/events/status-keys.ts';
import { useVisitMoves } from '#web/booking/calendar/events/use-visit-moves.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { BottomSheet } from '#web/lib/ui/dialog/bottom-sheet.tsx';
import { FocusPopover } from '#web/lib/ui/dialog/focus-popover.tsx';
import { CardActions } from './card-actions.tsx';
import { type EndStatus, EndVisit } from './end-visit.tsx';
import classes from './event-card.module.css';
import { EventFacts } from './event-facts.tsx';
import { useCompletion } from './use-completion.tsx';
import { useSlip } from './use-slip.tsx';

const EventPayment = lazy(async () => ({ default: (await import('./event-payment.tsx')).EventPayment }));
const RefundDialog = lazy(async () => ({
  default: (await import('#web/booking/receipts/refund-dialog.tsx')).RefundDialog,
}));
const PayDialog = lazy(async () => ({ default: (await import('#web/booking/receipts/pay-dialog.tsx')).PayDialog }));

interface Props {
  event: CalendarEvent;
  /** The event in the grid that the card points at. */
  element: HTMLElement;
  zone: string;
  /** The calendar's name, while several are shown. */
  calendarName?: string;
  /** Beside an event of a phone there is no room. */
  isSheet: boolean;
  onEdit: () => void;
  /** Books the same again; null for a visit of which the caller sees only this event. */
  onAgain: (visit: Visit | null) => void;
  onClose: () => void;
}

export function EventCard({ event, element, zone, calendarName, isSheet, onEdit, onAgain, onClose }: Props) {
  const [ending, setEnding] = useState<EndStatus>();
  const [isMoreOpen, onMore] = useState(false);
  const [isPaying, pay] = useState(false);
  const [refunding, refund] = useState<Receipt>();
  const [isLeft, leave] = useState(false);
  const { move } = useVisitMoves();
  const completion = useCompletion(onClose);
  const slip = useSlip(event);
  const { recordsPayments } = useCurrentUser();
  const isWorking = completion.isReading || slip.isBusy;
  // A question that an action leads to is asked although the card was closed meanwhile, such as by scrolling.
  const close = isWorking ? () => leave(true) : onClose;
  const isDone = isLeft && !isWorking && !completion.dialog && !slip.dialogs;
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  // A dialog replaces the card, which a click outside would close.
  if (ending) return <EndVisit event={event} status={ending} onClose={onClose} />;
  if (completion.dialog) return completion.dialog;
  if (slip.dialogs) return slip.dialogs;
  if (isLeft) return null;
  if (isPaying && event.visitId) {
    return (
      <Suspense>
        <PayDialog visitId={event.visitId} name={eventHeading(event)} onClose={() => pay(false)} />
      </Suspense>
    );
  }
  if (refunding && event.visitId) {
    return (
      <Suspense>
        <RefundDialog visitId={event.visitId} receipt={refunding} onClose={() => refund(undefined)} />
      </Suspense>
    );
  }

  const content = (
    <>
      <EventFacts {...{ event, zone, calendarName }} />
      {event.visitId && event.status && event.status !== 'held' && event.status !== 'requested' && (
        <Suspense fallback={recordsPayments && <Skeleton className={classes.payment} height={isSheet ? 44 : 30} />}>
          <EventPayment
            visitId={event.visitId}
            isSheet={isSheet}
            isNext={event.status === 'completed'}
            onPay={() => pay(true)}
            onRefund={refund}
          />
        </Suspense>
      )}
      <CardActions
        {...{ event, isSheet, isMoreOpen, onMore, onEdit, onAgain, onClose, completion, slip }}
        onEnd={setEnding}
      />
    </>
  );
  if (isSheet) {
    return (
      <BottomSheet title={eventHeading(event)} onClose={close}>
        <div className={classes.sheet}>{content}</div>
      </BottomSheet>
    );
  }
  return (
    <Beside
      {...{ event, element, isMoreOpen }}
      onClose={close}
      onKeyDown={(press) => {
        const status = statusForKey(event, press);
        if (!status) return;
        press.preventDefault();
        if (status === 'completed') void completion.complete(event);
        else void move(event, { status });
      }}
    >
      {content}
    </Beside>
  );
}

interface BesideProps extends Pick<Props, 'event' | 'element' | 'onClose'> {
  /** Escape closes the menu first. */
  isMoreOpen: boolean;
  onKeyDown: (press: KeyboardEvent) => void;
  children: ReactNode;
}

/** Points at the event in the grid. */
function Beside({ event, element, isMoreOpen, onClose, onKeyDown, children }: BesideProps) {
  const { t } = useTranslation();
  const anchor = presentElement(event, element);
  const { left = 0, top = 0, width = 0, height = 0 } = anchor?.getBoundingClientRect() ?? {};
  useCloseOnScroll(onClose);
  useReturnFocus(event, element);
  return (
    <FocusPopover
      opened
      onClose={onClose}
      closeOnEscape={!isMoreOpen}
      position="right-start"
      offset={8}
      width={320}
      // The opener is the event in the grid, not the anchor; the roles are set below.
      withRoles={false}
      middlewares={{ flip: { fallbackPlacements: ['left-start', 'bottom', 'top'] }, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.card}
        data-event-type={event.type}
        role="dialog"
        aria-labelledby="event-card-title"
        onKeyDown={onKeyDown}
      >
        <div className={classes.head}>
          <h2 id="event-card-title" className={classes.title}>
            {eventHeading(event)}
          </h2>
          <ActionIcon variant="subtle" size={28} aria-label={t('app.close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </div>
        {children}
      </Popover.Dropdown>
    </FocusPopover>
  );
}

/** The grid may have replaced the element since the click. */
function presentElement({ id }: CalendarEvent, element: HTMLElement): HTMLElement | null {
  return element.isConnected ? element : document.querySelector<HTMLElement>(`[data-event="${id}"]`);
}

/** The event gets the focus that the card had. A dialog that replaces the card returns it there as well. */
function useReturnFocus(event: CalendarEvent, element: HTMLElement): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the time that the card is open.
  useLayoutEffect(
    () => () => {
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.closest('[aria-labelledby=event-card-title]')) {
        presentElement(event, element)?.focus({ preventScroll: true });
      }
    },
    [],
  );
}

function useCloseOnScroll(onClose: () => void): void {
  useEffect(() => {
    // The card would stay in place while its event scrolls away.
    const closeOnScroll = ({ target }: globalThis.Event) => {
      if (target instanceof Element && !target.closest('[role=dialog]')) onClose();
    };
    // An event focused by keyboard may still be scrolling into view.
    const timer = setTimeout(
      () => document.addEventListener('scroll', closeOnScroll, { capture: true, passive: true }),
      150,
    );
    return () => {
      clearTimeout(timer);
      document.removeEventListener('scroll', closeOnScroll, { capture: true });
    };
  }, [onClose]);
}
