// Fetches a banner's linked picture once and stores it: visitors' browsers do not contact the other site.
import { sniffImage } from '#server/files/sniff-file.ts';
import { storePicture } from '#server/files/store-picture.ts';
import { imageSettings } from '#server/files/upload-settings.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { fetchOut } from '#server/lib/http/fetch-out.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';

const timeout = 10_000;

/** The fields of a banner's input that concern its picture. */
interface LinkedPicture {
  id?: string | undefined;
  imageLink?: string | undefined;
  fileId?: string | null | undefined;
}

/**
 * Returns the input with the stored picture. Throws 417 with Key `ImageLink` for an address that cannot be fetched or
 * is no picture.
 */
export async function storeLinkedPicture<I extends LinkedPicture>(context: SignedIn, input: I): Promise<I> {
  const { imageLink, id } = input;
  if (!imageLink || !/^https?:/i.test(imageLink)) return input;
  const current = id ? await linkOf(context, id) : undefined;
  const fileId = 'fileId' in input ? input.fileId : current?.fileId;
  // The picture is already stored, or the banner does not exist.
  if (id && (!current || (current.imageLink === imageLink && fileId))) return input;
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

function linkOf({ db }: SignedIn, id: string): Promise<{ imageLink: string; fileId: string | null } | undefined> {
  return db.selectFrom('banners').select(['imageLink', 'fileId']).where('id', '=', id).executeTakeFirst();
}
