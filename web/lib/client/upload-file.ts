// Sends one file up.
import type { files } from '#contract/files.ts';
import type { Input } from '#contract/lib/service.ts';
import { call } from './client.ts';

type Upload = (typeof files)['uploadFile' | 'uploadImage'];

/** Answers the id of the kept file; throws `CallError`, of which the caller tells. */
export async function uploadFile<O extends Upload>(operation: O, file: File, input: Input<O>): Promise<string> {
  const { id } = await call<Upload>(operation, input, { file, handlesErrors: true });
  return id;
}
