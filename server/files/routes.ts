// The routes for storing and reading files and pictures.
import { files, images } from '#contract/files.ts';
import { serve } from '#server/lib/http/serve.ts';
import { downloadFile } from './download-file.ts';
import { showPicture } from './show-picture.ts';
import { uploadFile } from './upload-file.ts';
import { uploadImage } from './upload-image.ts';

export const fileRoutes = serve(files, { uploadFile, uploadImage, downloadFile });
export const imageRoutes = serve(images, { get: showPicture });
