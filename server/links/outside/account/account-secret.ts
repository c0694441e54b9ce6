// The secret of an account of outside calendars: its address, of which an .ics file shows the host alone, and its
// password.
import type { Config } from '#server/lib/config.ts';
import { openSecret, sealSecret } from '#server/lib/secrets/secret-box.ts';

export interface OutsideAccess {
  /** Of the server, or of the .ics file. */
  address: string;
  logIn: string;
  password: string;
}

/** A secret that was copied to another account does not open. */
const purposeOf = (accountId: string) => `outside account ${accountId}`;

export function sealAccess(config: Config, accountId: string, access: OutsideAccess): Buffer {
  return sealSecret(config, purposeOf(accountId), JSON.stringify(access));
}

/** Throws `UnopenedSecret` as `openSecret` does. */
export function openAccess(config: Config, accountId: string, secret: Buffer): OutsideAccess {
  // Sealed by the function above.
  return JSON.parse(openSecret(config, purposeOf(accountId), secret)) as OutsideAccess;
}
