// Brings the application's warnings and worse, and its starts and stops, into the table that the operator reads.
import { sql } from 'kysely';
import { isDatabaseUnavailable } from '#server/db/database-away.ts';
import type { Database, Db } from '#server/db/pool.ts';
import { kindOf, type LogRow, newLogRow, rowOfLine, type Severity } from './log-row.ts';

/** Where the rows go; a logger gets `stream`. Nothing of it ever throws, waits, or writes to a logger. */
export interface LogWriter {
  /** Takes the lines of pino. */
  stream: { write(line: string): void };
  /** A row that is no line of the logger. */
  note(severity: Severity, category: string, title: string, message: string): void;
  /** From now on there is a table; what came before is kept in memory until then. */
  open(database: Pick<Database, 'write'>): void;
  /** Writes what is left, once. */
  close(): Promise<void>;
}

/** Rows that wait at most; what comes on top is counted and not kept. */
const maxWaiting = 1_000;
/** Rows of one insert. */
const batchSize = 200;
/** How long rows are gathered, and the longest time between tries while the database is away (ms). */
const retryDelay = { min: 500, max: 30_000 };

interface QueuedRow {
  row: LogRow;
  /** How often the same was said while it waited. */
  times: number;
}

/** `complain` is told when rows cannot be written, and must not lead back here. */
export function openLogWriter(onError: (error: unknown) => void): LogWriter {
  let database: Pick<Database, 'write'> | undefined;
  let waiting: QueuedRow[] = [];
  /** Those of the waiting that can still take repetitions. */
  const kinds = new Map<string, QueuedRow>();
  let lost = 0;
  let wait = retryDelay.min;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;

  function add(made: LogRow): void {
    const kind = kindOf(made);
    const same = kinds.get(kind);
    if (same) same.times++;
    else if (waiting.length >= maxWaiting) lost++;
    else {
      const one = { row: made, times: 1 };
      waiting.push(one);
      kinds.set(kind, one);
    }
    schedule();
  }

  function schedule(): void {
    if (!database || timer || writing || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void write();
    }, wait).unref();
  }

  function write(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (waiting.length || lost) schedule();
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    while (database && (waiting.length || lost)) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      for (const { row } of batch) kinds.delete(kindOf(row));
      const lastReported = lost;
      lost = 0;
      try {
        await insertLogs(database.write, [
          ...batch.map(rowWithTimes),
          ...(lastReported ? [lostRow(lastReported)] : []),
        ]);
        wait = retryDelay.min;
      } catch (error) {
        lost += lastReported;
        // Any other failure would be the same the next time.
        if (isDatabaseUnavailable(error as Error)) waiting = [...batch, ...waiting];
        else lost += batch.length;
        wait = Math.min(wait * 2, retryDelay.max);
        onError(error);
        return;
      }
    }
  }

  return {
    stream: {
      write(line) {
        try {
          add(rowOfLine(line));
        } catch {
          lost++;
        }
      },
    },
    note(severity, category, title, message) {
      add(newLogRow({ at: Temporal.Now.instant(), severity, category, title, message }));
    },
    open(target) {
      database = target;
      schedule();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}

function rowWithTimes({ row, times }: QueuedRow): LogRow {
  if (times === 1) return row;
  return { ...row, formatted_message: `${row.formatted_message}\ntimes: ${times}` };
}

function lostRow(count: number): LogRow {
  const message = `${count} log entries were not kept, because the database could not take them in time.`;
  return newLogRow({
    at: Temporal.Now.instant(),
    severity: 'Warning',
    category: 'Logs',
    title: 'Log entries lost',
    message,
  });
}

/** Once each, also when an earlier try of the same rows came through unnoticed. */
async function insertLogs(db: Db, rows: readonly LogRow[]): Promise<void> {
  await sql`
    insert into system_logs (id, created_at, server_name, category_name, priority, severity, title, message, formatted_message)
    select id, created_at, server_name, category_name, priority, severity, title, message, formatted_message
    from jsonb_populate_recordset(null::system_logs, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing`.execute(db);
}
