// Brings Temporal to browsers that lack it; called before anything that reckons with time.

export async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
