// The reasons why visitors cannot book a time. Each has a rule; a new rule adds its reason here.

/** In the order in which they are told. */
export const notFreeReasons = [
  /** The profile or the calendar is not public, or lacks a name or a place. */
  'notPublic',
  /** The person does not do one of the services there. */
  'notOffered',
  'past',
  /** Starts too soon. */
  'notice',
  /** Starts too late. */
  'horizon',
  /** Outside the working hours, or beyond their end. */
  'closed',
  'break',
  /** Starts at none of the steps from the opening. */
  'step',
  'taken',
  /** Only a buffer meets another event. */
  'buffer',
] as const;
export type NotFreeReason = (typeof notFreeReasons)[number];

/** The reasons that the schedule, the rules and the events of a calendar give. */
export type TimeReason = Exclude<NotFreeReason, 'notPublic' | 'notOffered'>;

/** A reason that visitors hear: not that of a buffer. */
export type VisitorReason = Exclude<TimeReason, 'buffer'>;

/** The first reason, as visitors hear it; undefined without one. */
export function reasonForVisitors(reasons: readonly TimeReason[]): VisitorReason | undefined {
  const [first] = reasons;
  return first === 'buffer' ? 'taken' : first;
}
