// Returns the memory that starting took to the operating system.
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loading the modules and bringing up the database leave garbage that V8 keeps for as long as a process is idle. Takes
 * a fraction of a second: call it before requests can arrive.
 */
export function releaseMemory(): void {
  v8.setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  // This flavour also compacts and gives pages back.
  collect({ type: 'major', flavor: 'last-resort' });
}
