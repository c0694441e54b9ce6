// Recognises a route that refuses nearly everyone: then its refusals are our fault, whatever they say.

/**
 * The last recipients that a process looks at, the refusals among them that are too many, and over how many sources.
 */
const windowSize = 50;
const maxRefused = 10;
const minSources = 5;
/** As many refusals about us without an acceptance between them are enough. */
const maxInRow = 3;

export interface RefusedAttempt {
  id: string;
  /** The source whose refusals count together: a domain of recipients, or the person who named the server. */
  source: string;
  /** The answer of the operator's server is about us in its own words, so one source is enough. */
  isAboutUs: boolean;
}

export interface BurstGuard {
  accepted(): void;
  /** Returns whether the route refuses nearly everyone. */
  refused(refusal: RefusedAttempt): boolean;
  /** Returns the ids of the refused deliveries of the window, and begins a new one. */
  takeRefused(): string[];
}

export function openBurstGuard(): BurstGuard {
  let recipients: (RefusedAttempt | undefined)[] = [];
  const push = (one: RefusedAttempt | undefined) => {
    recipients.push(one);
    if (recipients.length > windowSize) recipients.shift();
  };
  /** The route has accepted nothing, or not since some refusals. */
  const refusesUs = () => {
    const last = recipients.slice(-maxInRow);
    return !recipients.includes(undefined) || (last.length === maxInRow && last.every((one) => one?.isAboutUs));
  };
  return {
    accepted: () => push(undefined),
    refused(refusal) {
      push(refusal);
      if (refusal.isAboutUs && refusesUs()) return true;
      const refusals = recipients.filter((one) => one !== undefined);
      if (refusals.length <= maxRefused) return false;
      const sources = new Set(refusals.map(({ source }) => source));
      return sources.size >= minSources || refusals.filter(({ isAboutUs }) => isAboutUs).length > maxRefused;
    },
    takeRefused() {
      const ids = recipients.flatMap((one) => one?.id ?? []);
      recipients = [];
      return ids;
    },
  };
}
