// Distinguishes a database that is unreachable, and one that has run out of room, from every other failure.

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** The server that should take changes is read-only: a standby, or a former primary between two roles. */
export class ServerIsReadOnly extends Error {
  constructor(cause: Error) {
    super('The database takes no changes: it is read-only.', { cause });
  }
}

/** PostgreSQL's read_only_sql_transaction. On the pool for reading it is a fault of ours. */
export function isReadOnlyServer(error: object): boolean {
  return 'code' in error && error.code === '25006';
}

type Failure = { code?: string; syscall?: string; message?: string };

/** PostgreSQL is unreachable, is starting or stopping, or has closed the connection. */
export function isDatabaseUnavailable(error: Failure): boolean {
  const { code, syscall } = error;
  if (saysUnavailable(error) || (code && connectionCodes.has(code))) return true;
  // The missing file is the socket; any other ENOENT is unrelated.
  return code === 'ENOENT' && syscall === 'connect';
}

/** In words and codes of PostgreSQL and its driver, which no other server has. */
function saysUnavailable(error: Failure): boolean {
  const { code, message } = error;
  if (error instanceof ServerIsReadOnly) return true;
  if (code && (/^(08|57P)/.test(code) || code === '53300')) return true;
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i.test(
    message ?? '',
  );
}

const ofDatabase = new WeakSet<object>();

/** Notes that an error came from a connection to PostgreSQL: other servers that are away have the same codes. */
export function noteDatabaseError(error: unknown): void {
  if (typeof error === 'object' && error) ofDatabase.add(error);
}

/** The database is unavailable, and no other server: by the words of the error or its cause, or it was noted. */
export function isLostDatabase(error: unknown): boolean {
  if (typeof error !== 'object' || !error) return false;
  if (saysUnavailable(error) || (ofDatabase.has(error) && isDatabaseUnavailable(error))) return true;
  return 'cause' in error && isLostDatabase(error.cause);
}

/** A pooler refuses the settings that a session asks for at its start. */
export function refusesSettings(error: unknown): boolean {
  return error instanceof Error && /startup parameter/i.test(error.message);
}

/** PostgreSQL's disk_full and out_of_memory; ENOSPC and EDQUOT of the application's own files. */
const roomCodes = new Set(['53100', '53200', 'ENOSPC', 'EDQUOT']);

/** A disk, a quota or the memory of the server is full. */
export function isOutOfRoom(error: object): boolean {
  const code = 'code' in error ? String(error.code) : undefined;
  return code !== undefined && roomCodes.has(code);
}
