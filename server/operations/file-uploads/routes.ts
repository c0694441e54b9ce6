// All stored files, administered by the operator.
import { systemFileUploads } from '#contract/operations/file-uploads.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { deleteFile } from './delete-file.ts';
import { fileRows } from './store.ts';

export const fileUploadRoutes = serve(systemFileUploads.operations, {
  ...gridOf(systemFileUploads, { rows: fileRows }),
  delete: deleteFile,
});
