// Converts a line of the logger, or an event of the process itself, to a row of the operator's list.
import { randomUUIDv7 } from 'node:crypto';
import { hostname } from 'node:os';
import { hideSecrets, isSecretName, safeJson } from './hide-secrets.ts';

export type Severity = 'Critical' | 'Error' | 'Warning' | 'Information' | 'Verbose' | 'Start' | 'Stop';

export interface LogRow {
  id: string;
  created_at: string;
  server_name: string;
  category_name: string;
  priority: number;
  severity: Severity;
  title: string;
  message: string;
  formatted_message: string;
}

/** The fields of a line of the logger; the caller's fields stand beside these. */
interface Line {
  level: number;
  time: number;
  msg?: string;
  reqId?: string;
  category?: string;
  err?: Record<string, unknown> & { type?: string; message?: string; stack?: string };
}

const priorities: Record<Severity, number> = {
  Critical: 1,
  Error: 2,
  Warning: 3,
  Information: 4,
  Start: 4,
  Stop: 4,
  Verbose: 5,
};

/** Maximum lengths (characters): people read the rows, and every letter is indexed. */
const maxLengths = { name: 100, title: 200, message: 2_000, formatted: 6_000 };

/** Fields that every line has or that are columns of the row. */
const coveredKeys = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'category', 'err']);
/** Fields that may contain values of a record or a request. */
const private_ = new Set([
  'type',
  'message',
  'stack',
  'detail',
  'query',
  'sql',
  'parameters',
  'values',
  'input',
  'body',
]);

/** Throws when the text is not a line of the logger. */
export function rowOfLine(text: string): LogRow {
  const line: Line & Record<string, unknown> = JSON.parse(text);
  const { err, msg = '' } = line;
  const facts = Object.entries(line).filter(([name]) => !coveredKeys.has(name));
  const errorFacts = Object.entries(err ?? {}).filter(([name]) => !private_.has(name));
  return newLogRow({
    at: Temporal.Instant.fromEpochMilliseconds(line.time),
    severity: severityOf(line.level),
    category: line.category ?? (line.reqId ? 'Requests' : 'Application'),
    title: msg || err?.message || 'No words',
    message: err?.message || msg,
    details: [...facts, ...errorFacts].map(([name, value]) => `${name}: ${factText(name, value)}`),
    stack: err?.stack,
  });
}

export function newLogRow(entry: {
  at: Temporal.Instant;
  severity: Severity;
  category: string;
  title: string;
  message: string;
  details?: readonly string[];
  stack?: string | undefined;
}): LogRow {
  const { at, severity, category, details = [], stack } = entry;
  const title = clean(entry.title, maxLengths.title);
  const message = clean(entry.message, maxLengths.message);
  return {
    id: randomUUIDv7(),
    created_at: inOrder(at).toString(),
    server_name: clean(hostname(), maxLengths.name),
    category_name: clean(category, maxLengths.name),
    priority: priorities[severity],
    severity,
    title: title.charAt(0).toUpperCase() + title.slice(1),
    message,
    formatted_message: clean(
      [message, `process: ${process.pid}`, ...details, ...(stack ? [stack] : [])].join('\n'),
      maxLengths.formatted,
    ),
  };
}

/** The newest millisecond that a row has, and how many rows have it. */
const newest = { milliseconds: 0, rows: 0 };

/** Rows of one millisecond differ by microseconds: the list is ordered by time. */
function inOrder(at: Temporal.Instant): Temporal.Instant {
  if (at.epochMilliseconds !== newest.milliseconds) {
    newest.milliseconds = at.epochMilliseconds;
    newest.rows = 0;
  }
  const microseconds = Math.min(newest.rows++, 999);
  return Temporal.Instant.fromEpochMilliseconds(at.epochMilliseconds).add({ microseconds });
}

/** A key that is equal for rows that differ only in time. */
export function logKey({ severity, category_name, title, message }: LogRow): string {
  return [severity, category_name, title, message].join('\n');
}

function severityOf(level: number): Severity {
  if (level >= 60) return 'Critical';
  if (level >= 50) return 'Error';
  if (level >= 40) return 'Warning';
  return level >= 30 ? 'Information' : 'Verbose';
}

function factText(name: string, value: unknown): string {
  return isSecretName(name) ? '[hidden]' : typeof value === 'string' ? value : safeJson(value);
}

/** Removes secrets and characters that PostgreSQL's texts cannot hold, and truncates. */
function clean(text: string, maxLength: number): string {
  // Truncate before and after: a secret may stand at the end, and the patterns need not scan more than is stored.
  const safe = hideSecrets(text.slice(0, maxLength * 2))
    .replaceAll('\0', '')
    .toWellFormed();
  return safe.length > maxLength ? `${safe.slice(0, maxLength - 1).toWellFormed()}…` : safe;
}
