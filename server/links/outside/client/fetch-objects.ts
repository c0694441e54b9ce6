// Fetches the objects of a collection of CalDAV, many at once.
import { type DavAnswer, fetchMany, pathIn } from './dav.ts';
import { type OutsideClient, outsideRequest } from './outside-request.ts';
import { ReadingFailed, whyFailed, whyRefused } from './why-failed.ts';

export interface FetchedObject {
  key: string;
  etag: string;
  text: string;
}

/** Of one request. */
const atOnce = 50;
/** Characters of all objects, which are in memory together. */
const maxTexts = 100_000_000;

export interface Fetched {
  objects: FetchedObject[];
  /** Gone since they were listed. */
  gone: string[];
}

/**
 * Objects that the server does not return are in neither: the next reading asks for them. Throws `ReadingFailed`, or an
 * error that `whyFailed` names.
 */
export async function fetchObjects(
  client: OutsideClient,
  collection: URL,
  listed: ReadonlyMap<string, string>,
): Promise<Fetched> {
  const fetched: Fetched = { objects: [], gone: [] };
  const paths = [...listed.keys()];
  let takesMany = true;
  let size = 0;
  let counted = 0;
  for (let first = 0; first < paths.length; first += atOnce) {
    const some = paths.slice(first, first + atOnce);
    const answer: DavAnswer | undefined = takesMany ? await many(client, collection, some) : undefined;
    takesMany = answer !== undefined;
    if (answer) addAnswer(fetched, collection, listed, answer);
    else for (const path of some) await fetchOne(fetched, client, new URL(path, collection), listed.get(path) ?? '');
    for (; counted < fetched.objects.length; counted++) size += fetched.objects[counted]?.text.length ?? 0;
    if (size > maxTexts) throw new ReadingFailed('large');
  }
  return fetched;
}

/** Undefined from a server that does not know the report. */
async function many(client: OutsideClient, collection: URL, hrefs: string[]): Promise<DavAnswer | undefined> {
  try {
    return await fetchMany(client, collection, hrefs);
  } catch (error) {
    const failed = whyFailed(error);
    if (failed.reason === 'forbidden' || [400, 405, 415, 501].includes(failed.status ?? 0)) return undefined;
    throw failed;
  }
}

function addAnswer(
  fetched: Fetched,
  collection: URL,
  listed: ReadonlyMap<string, string>,
  { responses }: DavAnswer,
): void {
  for (const response of responses) {
    const key = pathIn(collection, response);
    if (key === undefined || !listed.has(key)) continue;
    const text = response.properties.get('calendar-data')?.text;
    const etag = response.properties.get('getetag')?.text.trim() ?? listed.get(key) ?? '';
    if (text !== undefined) fetched.objects.push({ key, etag, text });
    else if (response.status === 404) fetched.gone.push(key);
  }
}

async function fetchOne(fetched: Fetched, client: OutsideClient, at: URL, etag: string): Promise<void> {
  const answer = await outsideRequest(client, at, {});
  if (answer.status === 200) fetched.objects.push({ key: at.pathname, etag, text: answer.body.toString() });
  else if (answer.status === 404 || answer.status === 410) fetched.gone.push(at.pathname);
  else throw whyRefused(answer);
}
