// Uploads one file.
import type { files } from '#contract/files.ts';
import type { Input } from '#contract/lib/service.ts';
import { call } from './client.ts';

type Upload = (typeof files)['uploadFile' | 'uploadImage'];

/** Returns the id of the stored file. Throws `CallError`, which the caller displays. */
export async function uploadFile<O extends Upload>(operation: O, file: File, input: Input<O>): Promise<string> {
  const { id } = await call<Upload>(operation, input, { file, handlesErrors: true });
  return id;
}
