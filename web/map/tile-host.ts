// Whether the street map's host answers, remembered for the page so that later maps need not wait again.
import { ONLINE_WITHIN_MS } from './map-options.ts';

/** How long a host that did not answer is left alone. */
const REST_MS = 60_000;

const restUntil = new Map<string, number>();

/** The style at `url`, or undefined when it is not to be had in time. Its content is checked by the map. */
export async function fetchStyle<Style>(url: string): Promise<Style | undefined> {
  if (!url || !navigator.onLine || performance.now() < (restUntil.get(hostOf(url)) ?? 0)) return undefined;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ONLINE_WITHIN_MS) });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return (await response.json()) as Style;
  } catch {
    giveUpHost(url);
    return undefined;
  }
}

/** Leaves a host alone for a minute. */
export function giveUpHost(url: string): void {
  restUntil.set(hostOf(url), performance.now() + REST_MS);
}

/** Lets a host be asked again at once. */
export function forgetHost(url: string): void {
  restUntil.delete(hostOf(url));
}

function hostOf(url: string): string {
  return new URL(url, location.href).host;
}
