// Removes secrets from texts of providers before they reach an error, and through it a log.
import { oneLine } from '#server/lib/one-line.ts';

/** Keys and tokens by their form: also those of another installation, which a provider may quote. */
const secretForms = /\b(?:[sr]k_(?:live|test)_|whsec_|(?:Bearer|Basic)\s+)[\w.~+/=*-]+/g;
/** Buyers complete a payment at such an address, and clients of Stripe with such a secret. */
const clientSecrets = /\b(?:pi|cs|seti)_\w+_secret_\w+/g;

/** Returns one line of at most 300 characters without these secrets and without anything of a secret's form. */
export function redact(text: string, secrets: readonly (string | undefined)[]): string {
  let redacted = text;
  for (const secret of secrets) if (secret) redacted = redacted.replaceAll(secret, '[secret]');
  return oneLine(redacted.replace(secretForms, '[secret]').replace(clientSecrets, '[secret]'), 300);
}
