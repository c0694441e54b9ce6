// Warns at the start of what harms slowly: a clock that is wrong, and a disk that is nearly full.
import { translate } from '#server/lib/i18n.ts';
import { checkClock } from './check-clock.ts';
import { checkDisk } from './check-disk.ts';
import type { Examined, HealthCheck } from './finding.ts';

/** Calls `warn` with one line for each. Never throws. */
export async function warnOfClockAndDisk(examined: Examined, warn: (line: string) => void): Promise<void> {
  const checks: HealthCheck[] = [checkClock, checkDisk];
  for (const check of checks) {
    try {
      const { state, key, values } = await check(examined);
      if (state !== 'fine') warn(translate('en', key, values));
    } catch {
      // The start itself reports a folder or a database that cannot be used.
    }
  }
}
