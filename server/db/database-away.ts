// Distinguishes a database that is unreachable, and one that has run out of room, from every other failure.

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** PostgreSQL is unreachable, is starting or stopping, or has closed the connection. */
export function isDatabaseUnavailable(error: { code?: string; syscall?: string; message?: string }): boolean {
  const { code, syscall, message } = error;
  if (code && (/^(08|57P)/.test(code) || code === '53300' || connectionCodes.has(code))) return true;
  // The missing file is the socket; any other ENOENT is unrelated.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i.test(
    message ?? '',
  );
}

/** PostgreSQL's disk_full and out_of_memory; ENOSPC and EDQUOT of the application's own files. */
const roomCodes = new Set(['53100', '53200', 'ENOSPC', 'EDQUOT']);

/** A disk, a quota or the memory of the server is full. */
export function isOutOfRoom(error: object): boolean {
  const code = 'code' in error ? String(error.code) : undefined;
  return code !== undefined && roomCodes.has(code);
}
