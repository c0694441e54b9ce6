// Status codes of Star printers (Star CloudPRNT Protocol Guide, "Printer Status Codes"): three or four digits, and
// words for logs. Codes that are not listed mean the same as their hundred.
import type { DeviceFault } from '#contract/devices/print-jobs.ts';

/** The digits of a code such as `410 Out of paper`, which is encoded as in an address; `OK` is 200. */
export function starCode(text: string): number | undefined {
  const plain = decoded(text).trim();
  if (/^ok\b/i.test(plain)) return 200;
  const digits = /^\d{3,4}(?!\d)/.exec(plain)?.[0];
  // A fourth digit says more about the first three.
  return digits === undefined ? undefined : Number(digits.slice(0, 3));
}

/** A text may contain a percent sign of its own. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a printer with this code can print. Without a code, the guide has it online. */
export function isOnline(code: number | undefined): boolean {
  return code === undefined || (code >= 200 && code < 300);
}

/** The fault of a printer with this code; empty if it can print. */
export function faultOfStarCode(code: number | undefined): DeviceFault | '' {
  if (isOnline(code)) return '';
  const known: Record<number, DeviceFault> = { 410: 'paperOut', 420: 'coverOpen' };
  return known[code ?? 0] ?? 'error';
}

/** The end of a job, by the code of its confirmation. */
export type StarResult = 'printed' | 'refused' | 'notFetched' | 'failed';

/**
 * 2xx: printed. 510 to 512: nothing was printed, because it cannot read the medium. 520: it could not fetch the paper.
 * All others, 521 (too large) among them: something may have been printed, and another try would end the same way.
 */
export function resultOfStarCode(code: number | undefined): StarResult {
  if (code !== undefined && isOnline(code)) return 'printed';
  if (code !== undefined && code >= 510 && code <= 512) return 'refused';
  return code === 520 ? 'notFetched' : 'failed';
}
