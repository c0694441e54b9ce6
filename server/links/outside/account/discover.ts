// Finds the calendars at an address: of a CalDAV server (RFC 6764), or the calendar of an .ics file.
import type { OutsideProvider } from '#contract/links/outside.ts';
import type { Services } from '#server/lib/context.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { type DavAnswer, findProperties, samePath } from '#server/links/outside/client/dav.ts';
import { childrenOf, type DavElement, type DavResponse } from '#server/links/outside/client/multistatus.ts';
import { type OutsideClient, outsideRequest } from '#server/links/outside/client/outside-request.ts';
import { ReadingFailed, whyFailed, whyRefused } from '#server/links/outside/client/why-failed.ts';
import type { OutsideAccess } from './account-secret.ts';
import { assertSecure } from './outside-address.ts';

export interface Discovered {
  provider: OutsideProvider;
  /** At which the calendars are. */
  address: string;
  /** Of a server with several, each by its path; an .ics file has one with none. */
  calendars: { href: string; name: string }[];
  /** By which invitations name the person, as the server knows it. */
  ownAddresses: string[];
}

type Dav = Pick<Discovered, 'calendars' | 'ownAddresses'>;

/** Of the whole search (ms): a person waits for it. */
const maxSearch = 30_000;
const maxCalendars = 100;

const aboutResource = ['D:resourcetype', 'D:displayname', 'C:supported-calendar-component-set'];
const aboutPerson = ['D:current-user-principal', 'C:calendar-home-set', 'C:calendar-user-address-set'];

/** Throws `ReadingFailed`, or an error that `whyFailed` names. */
export async function discover({ config }: Pick<Services, 'config'>, access: OutsideAccess): Promise<Discovered> {
  const address = new URL(access.address);
  assertSecure(address, access.password, config.privateHosts);
  const client = { ...access, allowed: config.privateHosts, signal: AbortSignal.timeout(maxSearch) };
  const isFile = /\.ics$/i.test(address.pathname);
  const file = isFile && (await icsAt(client, address));
  if (file) return file;
  const found = await firstDav(client, address);
  if (!(found instanceof Error)) return { provider: 'caldav', address: address.href, ...found };
  const other = isFile ? undefined : await icsAt(client, address);
  if (other) return other;
  throw found;
}

/** Undefined for something else. The name is its own, else the host: of some providers, the path is the secret. */
async function icsAt(client: OutsideClient, address: URL): Promise<Discovered | undefined> {
  const answer = await outsideRequest(client, address, { headers: { accept: 'text/calendar, */*;q=0.1' } });
  if (answer.status !== 200) {
    if (/\.ics$/i.test(address.pathname)) throw whyRefused(answer);
    return undefined;
  }
  const start = answer.body.subarray(0, 4_000).toString();
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(start)) return undefined;
  const [, name = ''] = /^X-WR-CALNAME[^:\n]*:(.*)$/im.exec(start) ?? [];
  const calendars = [{ href: '', name: shownName(name) || address.hostname }];
  return { provider: 'ics', address: address.href, calendars, ownAddresses: [] };
}

/** At the address itself, else where the server says that its calendars begin. Returns why there are none. */
async function firstDav(client: OutsideClient, address: URL): Promise<Dav | Error> {
  let first: ReadingFailed | undefined;
  for (const at of [address, new URL('/.well-known/caldav', address), new URL('/', address)]) {
    try {
      const found = await davAt(client, at);
      if (found) return found;
    } catch (error) {
      const failed = whyFailed(error);
      // Other paths of the server say nothing else.
      if (!['gone', 'forbidden', 'answer', 'notCalendar', 'server', 'cut'].includes(failed.reason)) throw failed;
      first ??= failed;
    }
  }
  return first ?? new ReadingFailed('notCalendar');
}

async function davAt(client: OutsideClient, at: URL): Promise<Dav | undefined> {
  const answer = await findProperties(client, at, { depth: 0, properties: [...aboutResource, ...aboutPerson] });
  const [resource] = answer.responses;
  if (resource && isCalendar(resource)) {
    return { calendars: [calendarOf(answer.at, resource)], ownAddresses: addressesOf(resource) };
  }
  const here = homesOf(answer);
  if (here.length > 0) return calendarsIn(client, here, addressesOf(resource));
  const [principal] = hrefsIn(resource?.properties.get('current-user-principal'));
  if (principal === undefined) return undefined;
  try {
    const person = await findProperties(client, new URL(principal, answer.at), { depth: 0, properties: aboutPerson });
    const homes = homesOf(person);
    return homes.length > 0 ? await calendarsIn(client, homes, addressesOf(person.responses[0])) : undefined;
  } catch (error) {
    if (whyFailed(error).reason !== 'otherServer') throw error;
    // Calendars on a server of their own name the person at the first one, which would lead back to them.
    const own = await calendarsIn(client, [answer.at], []).catch(() => undefined);
    if (!own?.calendars.length) throw error;
    return own;
  }
}

function homesOf({ responses, at }: DavAnswer): URL[] {
  return hrefsIn(responses[0]?.properties.get('calendar-home-set')).map((href) => new URL(href, at));
}

async function calendarsIn(client: OutsideClient, homes: readonly URL[], ownAddresses: string[]): Promise<Dav> {
  const calendars: Dav['calendars'] = [];
  for (const home of homes.slice(0, 5)) {
    const { responses, at } = await findProperties(client, home, { depth: 1, properties: aboutResource });
    calendars.push(...responses.filter(isCalendar).map((response) => calendarOf(at, response)));
  }
  return { calendars: calendars.slice(0, maxCalendars), ownAddresses };
}

/** Lists of tasks are none. */
function isCalendar({ properties }: DavResponse): boolean {
  if (childrenOf(properties.get('resourcetype'), 'calendar').length === 0) return false;
  const kinds = childrenOf(properties.get('supported-calendar-component-set'), 'comp');
  return kinds.length === 0 || kinds.some(({ attributes }) => attributes.name?.toUpperCase() === 'VEVENT');
}

function calendarOf(at: URL, { href, properties }: DavResponse): { href: string; name: string } {
  const path = samePath(new URL(href, at).pathname);
  const name = shownName(properties.get('displayname')?.text ?? '');
  return { href: path, name: name || shownName(decoded(path.split('/').filter(Boolean).at(-1) ?? '')) };
}

/** Names come from foreign servers: one line, without characters that PostgreSQL refuses. */
function shownName(name: string): string {
  return oneLine(name, 200).toWellFormed();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function hrefsIn(element: DavElement | undefined): string[] {
  return childrenOf(element, 'href').map(({ text }) => text.trim());
}

function addressesOf(response: DavResponse | undefined): string[] {
  const addresses = hrefsIn(response?.properties.get('calendar-user-address-set'));
  return addresses.filter((one) => /^mailto:/i.test(one)).map((one) => one.slice('mailto:'.length));
}
