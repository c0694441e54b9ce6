// Reading stored files and pictures.
import { files, images } from '#contract/files.ts';
import { serve } from '#server/lib/serve.ts';
import { downloadFile } from './download-file.ts';
import { showPicture } from './show-picture.ts';

export const fileRoutes = serve(files, { downloadFile });
export const imageRoutes = serve(images, { get: showPicture });
