// Returns the memory that starting took to the operating system.
import { collectGarbage } from '#server/lib/collect-garbage.ts';

/**
 * Loading the modules, bringing up the database and the first jobs leave garbage that V8 keeps for as long as a process
 * is idle. Blocks this thread for about a tenth of a second.
 */
export function releaseMemory(): void {
  collectGarbage('last-resort');
}
