// Where a picture is, spelled as the server spells it in the page, so that the browser fetches it once.
import { type imageSizes, images } from '#contract/files.ts';
import { operationUrl } from '#web/lib/client/client.ts';

/** The address of a picture cut to a square of `size` pixels. */
export function pictureUrl(id: string, size: (typeof imageSizes)[number]): string {
  return `${operationUrl(images.get, { id, width: size, height: size })}/`;
}
