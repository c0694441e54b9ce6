// Finds the calendars at an address.
import type { OutsideProvider } from '#contract/links/outside.ts';
import type { Services } from '#server/lib/context.ts';
import type { OutsideAccess } from './account-secret.ts';
import { assertSecure } from './outside-address.ts';
import { ReadingFailed } from './why-failed.ts';

export interface Discovered {
  provider: OutsideProvider;
  /** At which the calendars are. */
  address: string;
  /** Of a server with several, each by its path; an .ics file has one with none. */
  calendars: { href: string; name: string }[];
  /** By which invitations name the person, as the server knows it. */
  ownAddresses: string[];
}

/** Throws `ReadingFailed`, or an error that `whyFailed` names. */
export async function discover(
  { config }: Pick<Services, 'config'>,
  { address, password }: OutsideAccess,
): Promise<Discovered> {
  assertSecure(new URL(address), password, config.privateHosts);
  throw new ReadingFailed('unreachable');
}
