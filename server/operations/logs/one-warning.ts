// Warns once of a lost database: every queue, batch of logs, delivery and request would report it again.
import type { LoggerOptions } from 'pino';
import { isLostDatabase } from '#server/db/database-away.ts';

/** An outage is over when no statement has failed for so long (ms): jobs try every 15 seconds. */
const quietTime = 60_000;

/** Levels of pino; a fatal error ends the process. */
const warn = 40;
const fatal = 60;

/**
 * For all loggers of the process: of the warnings and errors of a lost database, the first is replaced by one that says
 * so, and the others become debug lines. `now` returns milliseconds.
 */
export function warnOnceOfLostDatabase(
  now: () => number = () => performance.now(),
): NonNullable<LoggerOptions['hooks']> {
  let lastLoss = Number.NEGATIVE_INFINITY;
  return {
    logMethod(parts, method, level) {
      const [fields] = parts as unknown[];
      const err = typeof fields === 'object' && fields && 'err' in fields ? fields.err : fields;
      if (level < warn || level >= fatal || !isLostDatabase(err)) return method.apply(this, parts);
      const isNew = now() - lastLoss > quietTime;
      lastLoss = now();
      this.debug(...parts);
      if (isNew) {
        this.warn(
          { category: 'Database', reason: err instanceof Error ? err.message : undefined },
          'the database is lost or takes no changes: changes are refused and jobs wait until it is back',
        );
      }
    },
  };
}
