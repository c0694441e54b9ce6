// What the address of a profile carries: what the visitor is about to book, and on which of its two tabs.

export interface ProfileSearch {
  /** The chosen service. */
  service?: string;
  /** The day whose times are shown, or on which the week calendar stands: `2026-11-23`. */
  day?: string;
  /** The week calendar instead of the overview. */
  tab?: 'week';
}

/** Reads the address; what makes no sense is left out. */
export function readProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const { service, day, tab } = search;
  return {
    service: typeof service === 'string' && /^[\w-]{1,40}$/.test(service) ? service : undefined,
    day: typeof day === 'string' && isDate(day) ? day : undefined,
    tab: tab === 'week' ? 'week' : undefined,
  };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}
