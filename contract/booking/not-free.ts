// The reasons why visitors cannot book a time: one for each rule.

/** In the order in which they are shown. */
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
  /** The person is busy elsewhere, as another calendar says. */
  'outside',
  /** Only a buffer meets another event. */
  'buffer',
] as const;
export type NotFreeReason = (typeof notFreeReasons)[number];

/** The reasons that the schedule, the rules and the events of a calendar give. */
export type TimeReason = Exclude<NotFreeReason, 'notPublic' | 'notOffered'>;

/** A reason that visitors read: to them, a buffer is a taken time, and so is one that the person spends elsewhere. */
export type VisitorReason = Exclude<TimeReason, 'buffer' | 'outside'>;

/** The first reason, as visitors read it; undefined without one. */
export function reasonForVisitors(reasons: readonly TimeReason[]): VisitorReason | undefined {
  const [first] = reasons;
  return first === 'buffer' || first === 'outside' ? 'taken' : first;
}
