// Writes the application's warnings and errors, and its starts and stops, to the operator's table.
import { sql } from 'kysely';
import { isDatabaseUnavailable } from '#server/db/database-away.ts';
import type { Database, Db } from '#server/db/pool.ts';
import { type LogRow, logKey, newLogRow, rowOfLine, type Severity } from './log-row.ts';

/** Accepts the rows; a logger gets `stream`. No method throws, blocks or writes to a logger. */
export interface LogWriter {
  /** Accepts the lines of pino. */
  stream: { write(line: string): void };
  /** Adds a row that is not a line of the logger. */
  note(severity: Severity, category: string, title: string, message: string): void;
  /** Starts writing to the table; rows until then wait in memory. */
  open(database: Pick<Database, 'write'>): void;
  /** Writes the remaining rows, once. */
  close(): Promise<void>;
}

/** Maximum number of waiting rows; further ones are counted and dropped. */
const maxWaiting = 1_000;
/** Rows in one insert. */
const batchSize = 200;
/** Minimum: how long rows are batched. Maximum: the delay between attempts while the database is unavailable (ms). */
const retryDelay = { min: 500, max: 30_000 };

interface QueuedRow {
  row: LogRow;
  /** How often the same row was added while it waited. */
  times: number;
}

/** Calls `onError` when rows cannot be written; it must not log to this writer. */
export function openLogWriter(onError: (error: unknown) => void): LogWriter {
  let database: Pick<Database, 'write'> | undefined;
  let waiting: QueuedRow[] = [];
  /** The waiting rows that can still count repetitions. */
  const kinds = new Map<string, QueuedRow>();
  let lost = 0;
  let wait = retryDelay.min;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;

  function add(made: LogRow): void {
    const kind = logKey(made);
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
      for (const { row } of batch) kinds.delete(logKey(row));
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
        // Any other error would repeat.
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

/** Inserts each row once, even if an earlier attempt succeeded without a response. */
async function insertLogs(db: Db, rows: readonly LogRow[]): Promise<void> {
  await sql`
    insert into system_logs (id, created_at, server_name, category_name, priority, severity, title, message, formatted_message)
    select id, created_at, server_name, category_name, priority, severity, title, message, formatted_message
    from jsonb_populate_recordset(null::system_logs, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing`.execute(db);
}
