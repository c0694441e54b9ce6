// How fast a link hands over SMS. A gateway that says that they come too fast gets half as many, and 10 % more each
// minute.

/** Per second. */
const slowest = 1;
const perMinute = 1.1;
/** How long handed over requests count for the present rate (ms). */
const measured = 1_000;

export interface PacedTurn {
  /** Until the request may leave (ms). */
  wait: number;
  /** Names the pace that it left at. */
  epoch: number;
}

export interface Pace {
  take(): PacedTurn;
  /** A request that left at that pace was too much. Others of the same pace change nothing more. */
  throttled(epoch: number): void;
  /** Per second; undefined while nothing is held back. */
  rate(): number | undefined;
}

/** `perSecond`: the limit that is set, which the outbox keeps. `now`: milliseconds. */
export function openPace(perSecond: number | null, now: () => number): Pace {
  let epoch = 0;
  /** The rate that was too much, half of it, and since when. */
  let slowed: { from: number; full: number; rate: number } | undefined;
  let next = 0;
  let recent: number[] = [];

  function rate(): number | undefined {
    if (!slowed) return undefined;
    const present = slowed.rate * perMinute ** ((now() - slowed.from) / 60_000);
    if (present >= slowed.full) slowed = undefined;
    return slowed && present;
  }

  return {
    rate,
    take() {
      const at = now();
      const present = rate();
      const leaves = present === undefined ? at : Math.max(at, next);
      if (present !== undefined) next = leaves + 1_000 / present;
      recent = [...recent.filter((time) => time > at - measured), leaves];
      return { wait: leaves - at, epoch };
    },
    throttled(of) {
      if (of !== epoch) return;
      epoch += 1;
      const full = rate() ?? perSecond ?? recent.length;
      const half = Math.max(slowest, full / 2);
      slowed = { from: now(), full: Math.max(slowed?.full ?? full, half), rate: half };
      next = now() + 1_000 / half;
    },
  };
}
