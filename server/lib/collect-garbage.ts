// Collects garbage at a moment of our choice.
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

let gc: NodeJS.GCFunction | undefined;

/**
 * Blocks this thread for some milliseconds. With `last-resort` it also compacts, gives pages back, and takes longer.
 */
export function collectGarbage(flavor: 'regular' | 'last-resort' = 'regular'): void {
  if (!gc) {
    v8.setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as NodeJS.GCFunction;
  }
  gc({ type: 'major', flavor });
}
