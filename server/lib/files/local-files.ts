// Stores the bytes of files in a local folder.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkKey, type FileStore, keyPattern } from './file-store.ts';
import { noneIfAbsent } from './none-if-absent.ts';

/** Stores files in a folder with 256 subfolders; each file is written completely or not at all. */
export function localFiles(folder: string): FileStore {
  const place = (key: string) => {
    checkKey(key);
    return { dir: join(folder, key.slice(0, 2)), path: join(folder, key.slice(0, 2), key) };
  };
  /** Every file of the store, with its folder. */
  async function* names(): AsyncGenerator<[dir: string, name: string]> {
    const entries = (await readdir(folder, { withFileTypes: true }).catch(noneIfAbsent)) ?? [];
    for (const entry of entries) {
      if (!entry.isDirectory()) continue;
      const dir = join(folder, entry.name);
      for (const name of (await readdir(dir).catch(noneIfAbsent)) ?? []) yield [dir, name];
    }
  }
  return {
    async put(key, bytes) {
      const { dir, path } = place(key);
      await mkdir(dir, { recursive: true });
      const temporary = partOf(path);
      try {
        await writeFile(temporary, bytes);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async putFile(key, source) {
      const { dir, path } = place(key);
      await mkdir(dir, { recursive: true });
      try {
        await rename(source, path);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
        // From another file system.
        const temporary = partOf(path);
        try {
          await copyFile(source, temporary);
          await rename(temporary, path);
        } catch (failure) {
          await rm(temporary, { force: true });
          throw failure;
        }
        await rm(source);
      }
    },
    async *keys() {
      for await (const [, name] of names()) if (keyPattern.test(name)) yield name;
    },
    async read(key) {
      const { path } = place(key);
      const found = await stat(path).catch(noneIfAbsent);
      return found?.isFile() ? createReadStream(path) : undefined;
    },
    async remove(key) {
      await rm(place(key).path, { force: true });
    },
    async removeParts(before) {
      let removed = 0;
      for await (const [dir, name] of names()) {
        if (!name.endsWith('.part')) continue;
        const path = join(dir, name);
        const found = await stat(path).catch(noneIfAbsent);
        if (!found || found.mtimeMs >= before.epochMilliseconds) continue;
        await rm(path, { force: true });
        removed++;
      }
      return removed;
    },
  };
}

/** A new name each time: two requests may store the same key at once, such as a piece that is sent again. */
const partOf = (path: string) => `${path}.${randomUUID()}.part`;
