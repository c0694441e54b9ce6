// Rows as the bytes of a COPY: nothing parses them.
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * The format of lines of JSON: two control characters, which JSON never contains as they are, keep quotes and
 * backslashes from being interpreted.
 */
export const jsonLines = `(format csv, quote e'\\x01', delimiter e'\\x02')`;

/** Yields the bytes of `copy … to stdout`; `counted` has its rows at the end. */
export async function* copyOut(
  client: pg.Client,
  statement: string,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(statement));
  const lost = () => void stream.destroy(connectionLost());
  client.once('end', lost);
  stream.on('error', () => {});
  try {
    for await (const piece of stream) yield piece as Buffer;
  } finally {
    client.off('end', lost);
  }
  counted.rows = stream.rowCount;
}

/** Ends the stream of a COPY, and rejects, when its connection breaks: the stream itself would wait forever. */
export async function untilClosed(client: pg.Client, stream: Destroyable, work: Promise<void>): Promise<void> {
  const lost = Promise.withResolvers<never>();
  const reject = () => {
    lost.reject(connectionLost());
    stream.destroy();
  };
  client.once('end', reject);
  // The work and its stream may fail after the connection has.
  work.catch(() => {});
  lost.promise.catch(() => {});
  stream.on('error', () => {});
  try {
    await Promise.race([work, lost.promise]);
  } finally {
    client.off('end', reject);
  }
}

type Destroyable = Pick<Writable, 'destroy' | 'on'>;

function connectionLost(): Error {
  return new Error('The connection to the database was lost.');
}
