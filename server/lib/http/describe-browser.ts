// Names the browser and operating system of a user agent.

/** Order matters: most browsers also name those they imitate. */
const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];
const systems: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns empty texts when unknown: a guess would mislead a user who looks for a foreign session. */
export function describeBrowser(userAgent: string): { browser: string; system: string } {
  const nameIn = (patterns: typeof browsers) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
