// The states of a visit, and who may change one to another.

export const visitStatuses = [
  'held',
  'requested',
  'confirmed',
  'arrived',
  'started',
  'completed',
  'no_show',
  'declined',
  'cancelled',
  'expired',
] as const;
export type VisitStatus = (typeof visitStatuses)[number];

/** The states in which a visit takes its time from the calendar. */
export const blockingStatuses: readonly VisitStatus[] = [
  'held',
  'requested',
  'confirmed',
  'arrived',
  'started',
  'completed',
];

/** The states of visits that reports count: those that take place, took place, or should have. */
export const countedStatuses: readonly VisitStatus[] = [
  'requested',
  'confirmed',
  'arrived',
  'started',
  'completed',
  'no_show',
];

/** The states in which a visit is over before it began: calendars do not show it. */
export const endedStatuses: readonly VisitStatus[] = ['declined', 'cancelled', 'expired'];

/**
 * The states that staff can give a visit, by its present state. The server enforces them; the dialog offers them. A
 * visit that staff confirmed or ended returns to a request, or to an expired one, only as an undo, within
 * `undoEndSeconds`; so does a cancelled one to a customer who had come.
 */
export const staffMoves = {
  held: ['confirmed', 'cancelled'],
  requested: ['confirmed', 'declined', 'cancelled'],
  confirmed: ['arrived', 'started', 'completed', 'no_show', 'cancelled', 'requested', 'expired'],
  arrived: ['started', 'completed', 'confirmed', 'no_show', 'cancelled'],
  started: ['completed', 'arrived', 'cancelled'],
  completed: ['started', 'arrived', 'confirmed'],
  no_show: ['confirmed', 'arrived'],
  declined: ['confirmed', 'requested'],
  cancelled: ['confirmed', 'requested', 'arrived', 'started'],
  expired: ['confirmed'],
} as const satisfies Record<VisitStatus, readonly VisitStatus[]>;

/** The states of a visit at the desk. Everyone who does a part of it may change from one to another. */
export const deskStatuses: readonly VisitStatus[] = ['confirmed', 'arrived', 'started', 'completed', 'no_show'];

/** Moves from a state that exist only as an undo. */
export const undoMoves: Partial<Record<VisitStatus, readonly VisitStatus[]>> = {
  confirmed: ['requested', 'expired'],
  declined: ['requested'],
  cancelled: ['requested', 'arrived', 'started'],
};

/** How long the answer to a request, or a cancellation, can be undone. */
export const undoEndSeconds = 60;

/** How long staff can still take an expired request (days). */
export const takeExpiredDays = 7;
