// Fetches a banner's linked picture once and stores it: visitors' browsers do not contact the other site.
import type { BannerInput } from '#contract/site/banners.ts';
import { sniffImage } from '#server/files/sniff-file.ts';
import { storePicture } from '#server/files/store-picture.ts';
import { imageSettings } from '#server/files/upload-settings.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { fetchOut } from '#server/lib/http/fetch-out.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';

const timeout = 10_000;

/**
 * Returns the input with the stored picture. Throws 417 with Key `ImageLink` for an address that cannot be fetched or
 * is no picture.
 */
export async function storeLinkedPicture(context: SignedIn, input: BannerInput): Promise<BannerInput> {
  const { imageLink, id } = input;
  if (!/^https?:/i.test(imageLink)) return input;
  const current = id ? await linkOf(context, id) : undefined;
  // The picture is already stored, or the banner does not exist.
  if (id && (!current || (current.imageLink === imageLink && input.fileId))) return input;
  const { maxSize } = await imageSettings(context.db, 'banner');
  const allowed = context.config.privateHosts;
  const bytes = await fetchOut(imageLink, { maxBytes: maxSize, timeout, allowed }).catch((error: unknown) => {
    context.log.info({ err: error, address: imageLink }, 'A picture could not be fetched');
    throw invalid('ImageLink', 'list.banners.notFetched');
  });
  // An address need not end in a file name; the bytes determine the type.
  const name = `banner.${sniffImage(bytes)?.replace('image/', '') ?? ''}`;
  try {
    const { id } = await storePicture(context, { name, bytes, use: 'banner' });
    return { ...input, fileId: id };
  } catch (error) {
    const complaint = error instanceof Refusal ? error.complaints[0] : undefined;
    throw complaint ? invalid('ImageLink', complaint.code, complaint.params) : error;
  }
}

function linkOf({ db }: SignedIn, id: string): Promise<{ imageLink: string } | undefined> {
  return db.selectFrom('banners').select('imageLink').where('id', '=', id).executeTakeFirst();
}
