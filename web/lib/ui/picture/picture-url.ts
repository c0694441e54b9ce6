// Builds picture URLs spelled exactly as the server renders them, for the browser to fetch each picture once.
import { type imageSizes, images } from '#contract/files.ts';
import { operationUrl } from '#web/lib/client/client.ts';

/** The URL of a picture cropped to a square of `size` pixels. */
export function pictureUrl(id: string, size: (typeof imageSizes)[number]): string {
  return `${operationUrl(images.get, { id, width: size, height: size })}/`;
}
