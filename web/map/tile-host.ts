// Remembers whether the street map's host responds: later maps on the page need not wait again.
import { ONLINE_WITHIN_MS } from './map-options.ts';

/** Delay before a failed host is tried again. */
const REST_MS = 60_000;

const restUntil = new Map<string, number>();

/** Returns the style at `url`, or undefined if it does not arrive in time. The map validates its content. */
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

/** True for a PMTiles file instead of a style. */
export function isTilesUrl(url: string): boolean {
  return new URL(url, location.href).pathname.endsWith('.pmtiles');
}

/** Skips a host for a minute. */
export function giveUpHost(url: string): void {
  restUntil.set(hostOf(url), performance.now() + REST_MS);
}

/** Allows an immediate retry of a host. */
export function forgetHost(url: string): void {
  restUntil.delete(hostOf(url));
}

function hostOf(url: string): string {
  return new URL(url, location.href).host;
}
