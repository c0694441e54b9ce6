// Where the bytes of files live: a local folder (S3-compatible storage comes as a second kind of the same shape).
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface FileStore {
  /** Keeps the bytes under a key; the key is an id or an id with a variant, such as `…-200x200`. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** The bytes of a key, or undefined when it has none. */
  read(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
}

/** Files in a folder, spread over 256 sub-folders, written whole or not at all. */
export function localFiles(folder: string): FileStore {
  const place = (key: string) => {
    if (!/^[\w-]+$/.test(key)) throw new Error('Not a file key.');
    return { dir: join(folder, key.slice(0, 2)), path: join(folder, key.slice(0, 2), key) };
  };
  return {
    async put(key, bytes) {
      const { dir, path } = place(key);
      await mkdir(dir, { recursive: true });
      const temporary = `${path}.${process.pid}.part`;
      await writeFile(temporary, bytes);
      await rename(temporary, path);
    },
    async read(key) {
      const { path } = place(key);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? createReadStream(path) : undefined;
    },
    async remove(key) {
      await rm(place(key).path, { force: true });
    },
  };
}
