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
  addKeptBy(shifts, new Set([...byCalendar.values()].flatMap(losersIn)), kept);
  return kept;
}

/**
 * Adds the units to those that stay, and all whose way they are then in. Looks at each unit once: a company can book
 * its days to the last minute, so that one that stays lets thousands stay.
 */
function addKeptBy(shifts: readonly Shift[], units: ReadonlySet<string>, kept: Set<string>): void {
  const byUnit = Map.groupBy(shifts, ({ unit }) => unit);
  const moving = new Map(
    [...Map.groupBy(shifts, ({ calendarId }) => calendarId)].map(([id, ofCalendar]) => [
      id,
      rangesOf(ofCalendar.flatMap((shift) => shift.to.map((range) => ({ shift, isMoving: true, range })))),
    ]),
  );
  const next = [...units];
  for (let unit = next.pop(); unit !== undefined; unit = next.pop()) {
    if (kept.has(unit)) continue;
    kept.add(unit);
    for (const shift of byUnit.get(unit) ?? []) {
      for (const range of shift.from) {
        const staying = { shift, isMoving: false, range };
        for (const other of moving.get(shift.calendarId)?.(range) ?? []) {
          if (other.shift && !kept.has(other.shift.unit) && loserOf(staying, other)) next.push(other.shift.unit);
        }
      }
    }
  }
}

/** Returns what finds those that overlap a range. */
function rangesOf(placed: readonly Placed[]): (range: Range) => Placed[] {
  const sorted = placed.toSorted((a, b) => a.range[0] - b.range[0]);
  // The latest end up to each: nothing before one that ends earlier overlaps.
  const ends: number[] = [];
  for (const { range } of sorted) ends.push(Math.max(ends.at(-1) ?? 0, range[1]));
  return ([start, end]) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.range[0] ?? end) < end) low = middle + 1;
      else high = middle;
    }
    const found: Placed[] = [];
    for (let at = low - 1; at >= 0 && (ends[at] ?? 0) > start; at--) {
      const one = sorted[at];
      if (one && one.range[1] > start) found.push(one);
    }
    return found;
  };
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
