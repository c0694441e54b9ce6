// Recognises a route that refuses nearly everyone: then its refusals are our fault, whatever they say.

/** The last recipients that a process looks at, the refusals among them that are too many, and over how many domains. */
const windowSize = 50;
const maxRefused = 10;
const minDomains = 5;

interface Refusal {
  id: string;
  domain: string;
  /** The answer is about us in its own words, so one domain is enough. */
  isAboutUs: boolean;
}

export interface BurstGuard {
  accepted(): void;
  /** Returns whether the route refuses nearly everyone. */
  refused(refusal: Refusal): boolean;
  /** Returns the ids of the refused deliveries of the window, and begins a new one. */
  takeRefused(): string[];
}

export function openBurstGuard(): BurstGuard {
  let recipients: (Refusal | undefined)[] = [];
  const push = (one: Refusal | undefined) => {
    recipients.push(one);
    if (recipients.length > windowSize) recipients.shift();
  };
  return {
    accepted: () => push(undefined),
    refused(refusal) {
      push(refusal);
      const refusals = recipients.filter((one) => one !== undefined);
      if (refusals.length <= maxRefused) return false;
      const domains = new Set(refusals.map(({ domain }) => domain));
      return domains.size >= minDomains || refusals.filter(({ isAboutUs }) => isAboutUs).length > maxRefused;
    },
    takeRefused() {
      const ids = recipients.flatMap((one) => one?.id ?? []);
      recipients = [];
      return ids;
    },
  };
}
