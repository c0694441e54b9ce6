// All stored files, administered by the operator.
import { systemFileUploads } from '#contract/operations/file-uploads.ts';
import { keysOfFile } from '#server/files/file-keys.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { fileRows } from './store.ts';
import { usesOfFile } from './uses-of-file.ts';

export const fileUploadRoutes = serve(
  systemFileUploads.operations,
  gridOf(systemFileUploads, {
    rows: fileRows,
    table: 'files',
    whyNotDeletable: usesOfFile,
    // Bytes without a row are unreachable; a row without bytes would be a broken picture.
    async afterDelete({ files, log }, ids) {
      const leaveBehind = (error: unknown) => log.warn({ err: error }, 'a file was left behind');
      await Promise.all(ids.flatMap(keysOfFile).map((key) => files.remove(key).catch(leaveBehind)));
    },
  }),
);
