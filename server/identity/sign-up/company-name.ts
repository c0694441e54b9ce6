// The names of companies that have not proved who they are: not the address of a page, because mails name the company.
import { hasWebAddress, plainName } from '#server/lib/plain-name.ts';
import { invalid } from '#server/lib/refusal.ts';

/** Throws 417 about `key` for a name that contains an address. */
export function assertNoWebAddress(key: string, name: string | undefined): void {
  if (name !== undefined && hasWebAddress(name)) throw invalid(key, 'field.webAddress');
}

/** The name of a person or company that gave none, from their mail address: of `rosa.berg@salon.example`, `rosa berg`. */
export function nameFromAddress(eMail: string): string {
  const [local = ''] = eMail.split('@');
  return plainName(local.replaceAll('.', ' ')) || 'Studio';
}
