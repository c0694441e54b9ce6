// Returns the memory that starting took to the operating system.
import { collectGarbage } from '#server/lib/collect-garbage.ts';

/**
 * Loading the modules and bringing up the database leave garbage that V8 keeps for as long as a process is idle. Takes
 * a fraction of a second: call it before requests can arrive.
 */
export function releaseMemory(): void {
  collectGarbage('last-resort');
}
