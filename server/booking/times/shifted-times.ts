// Decides which events can keep their wall time when the zone of their location is corrected; without a database.

/** Time that is taken, as epoch milliseconds: [from, to). */
type Range = readonly [from: number, to: number];

/** An event that moves, or stays where it is when its new time is taken. */
export interface Shift {
  /** Events of one visit move together or not at all. */
  unit: string;
  calendarId: string;
  from: readonly Range[];
  to: readonly Range[];
}

interface Placed {
  shift: Shift | undefined;
  isMoving: boolean;
  range: Range;
}

/** Returns what a wall clock in `from` shows at `at`, as an instant of `to`. */
export function sameWallTime(at: Temporal.Instant, from: string, to: string): Temporal.Instant {
  return at.toZonedDateTimeISO(from).toPlainDateTime().toZonedDateTime(to).toInstant();
}

/**
 * Returns the units that cannot move: `stuck`, and those that would overlap an event that they do not overlap now. Of
 * two that would overlap each other, the later one stays. One that stays can be in the way of another one.
 */
export function findKept(
  shifts: readonly Shift[],
  fixed: readonly { calendarId: string; ranges: readonly Range[] }[],
  stuck: Iterable<string>,
): Set<string> {
  const kept = new Set(stuck);
  for (;;) {
    const losers = losersOf(shifts, fixed, kept);
    if (losers.length === 0) return kept;
    for (const unit of losers) kept.add(unit);
  }
}

function losersOf(
  shifts: readonly Shift[],
  fixed: readonly { calendarId: string; ranges: readonly Range[] }[],
  kept: ReadonlySet<string>,
): string[] {
  const byCalendar = new Map<string, Placed[]>();
  const place = (calendarId: string, placed: Placed) => {
    const list = byCalendar.get(calendarId);
    if (list) list.push(placed);
    else byCalendar.set(calendarId, [placed]);
  };
  for (const { calendarId, ranges } of fixed)
    for (const range of ranges) place(calendarId, { shift: undefined, isMoving: false, range });
  for (const shift of shifts) {
    const isMoving = !kept.has(shift.unit);
    for (const range of isMoving ? shift.to : shift.from) place(shift.calendarId, { shift, isMoving, range });
  }
  return [...byCalendar.values()].flatMap(losersIn);
}

function losersIn(placed: Placed[]): string[] {
  const losers: string[] = [];
  let open: Placed[] = [];
  for (const one of placed.toSorted((a, b) => a.range[0] - b.range[0])) {
    open = open.filter(({ range }) => range[1] > one.range[0]);
    for (const other of open) {
      const loser = loserOf(one, other);
      if (loser) losers.push(loser.unit);
    }
    open.push(one);
  }
  return losers;
}

/** Undefined where the two overlap already, as staff have accepted. */
function loserOf(one: Placed, other: Placed): Shift | undefined {
  if (one.shift && one.shift.unit === other.shift?.unit) return undefined;
  const before = ({ shift, range }: Placed) => shift?.from ?? [range];
  if (before(one).some((a) => before(other).some((b) => a[0] < b[1] && b[0] < a[1]))) return undefined;
  if (!one.isMoving || !other.isMoving) return one.isMoving ? one.shift : other.isMoving ? other.shift : undefined;
  return startOf(one) < startOf(other) ? other.shift : one.shift;
}

function startOf({ shift, range }: Placed): number {
  return shift?.from[0]?.[0] ?? range[0];
}
