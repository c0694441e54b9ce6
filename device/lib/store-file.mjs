// Stores a small file so that a loss of power leaves the old content or the new one, and nothing between.
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns once the content is on the disk. Only the owner can read the file. */
export async function storeFile(path, text) {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    // A file of an earlier attempt can have another mode.
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** The name of a file is on the disk when its folder is. Windows has no such call. */
async function syncFolder(path) {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
