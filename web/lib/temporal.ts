// Loads a Temporal polyfill if the browser needs it. Call it before any date arithmetic.

export async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
