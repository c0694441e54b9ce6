// The routes for storing and reading files and pictures.
import { files, images } from '#contract/files.ts';
import { serve } from '#server/lib/http/serve.ts';
import { downloadFile, type FindOther } from './download-file.ts';
import { showMailPicture } from './show-mail-picture.ts';
import { showPicture } from './show-picture.ts';
import { uploadFile } from './upload-file.ts';
import { uploadImage } from './upload-image.ts';

export const fileRoutes = (findOther: FindOther) =>
  serve(files, {
    uploadFile,
    uploadImage,
    downloadFile: (context, input) => downloadFile(context, input, findOther),
  });
export const imageRoutes = serve(images, { get: showPicture, getForMail: showMailPicture });
