// Stores the bytes of files under keys: in a local folder or in a bucket of an S3-compatible service.
import type { Readable } from 'node:stream';

export interface FileStore {
  /** Stores bytes under a key: an id, or an id with a variant such as `…-200x200`. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Moves a file of any size into the store under a key. */
  putFile(key: string, path: string): Promise<void>;
  /** Yields every key, in no particular order. Throws if a folder cannot be read. */
  keys(): AsyncIterable<string>;
  /** Returns the bytes of a key; undefined when there are none. Throws for bytes that cannot be read. */
  read(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  /** Removes partial files that killed processes left before an instant; returns their number. */
  removeParts(before: Temporal.Instant): Promise<number>;
}

export const keyPattern = /^[\w-]+$/;

/** Throws for anything but an id with an optional variant: keys never contain user input. */
export function checkKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error('Not a file key.');
}
