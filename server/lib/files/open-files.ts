// Opens the store of files that the installation has configured.
import { join } from 'node:path';
import type { Config } from '#server/lib/config.ts';
import type { FileStore } from './file-store.ts';
import { localFiles } from './local-files.ts';

/** The S3 client is loaded only when it is used. */
export async function openFiles(config: Config): Promise<FileStore> {
  if (!config.s3) return localFiles(join(config.dataDir, 'files'));
  const { s3Files } = await import('./s3-files.ts');
  return s3Files(config.s3);
}
