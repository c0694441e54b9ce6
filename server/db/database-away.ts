// Distinguishes an unreachable database from every other failure.

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
