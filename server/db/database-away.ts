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

/** PostgreSQL is unreachable, is starting or stopping, or has closed the connection. */
export function isDatabaseUnavailable(error: { code?: string; syscall?: string; message?: string }): boolean {
  const { code, syscall, message } = error;
  if (error instanceof ServerIsReadOnly) return true;
  if (code && (/^(08|57P)/.test(code) || code === '53300' || connectionCodes.has(code))) return true;
  // The missing file is the socket; any other ENOENT is unrelated.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i.test(
    message ?? '',
  );
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
