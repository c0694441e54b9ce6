// Texts as people type and paste them, in the one form that the product stores and compares.

/**
 * Characters without a form of their own that programs add: marks of direction, fillers, byte order marks, soft
 * hyphens.
 */
const invisible =
  /\u034f|[\p{Cc}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/gu;
/** Joiners, which some scripts need within words. */
const joiners = /[\u200c\u200d]/g;

/** Most texts: nothing is to be replaced in them. */
const plainAlready = /^[!-~]+(?: [!-~]+)*$/;
const numberAlready = /^\+?\d+$/;

/** A text on one line: no invisible characters, each run of white space as one space; empty when nothing is visible. */
export function plainLine(text: string): string {
  if (plainAlready.test(text)) return text;
  const line = text
    .replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.replaceAll(joiners, '').trim() === '' ? '' : line;
}

/**
 * A phone number without invisible characters, with plain digits, spaces and hyphens, without the scheme `tel:`
 * (RFC 3966), and without the `(0)` that is left out behind the code of a country.
 */
export function plainPhone(text: string): string {
  if (numberAlready.test(text)) return text;
  return plainLine(text.normalize('NFKC'))
    .replaceAll(joiners, '')
    .replace(/^tel:\s*/i, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^((?:\+|00) ?[1-9][\d ]{0,4})\(0\)/, '$1')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/**
 * An e-mail address in its one spelling: without invisible characters and `mailto:`, composed (NFC), the domain in its
 * ASCII form (RFC 5890), and a local part with other letters than ASCII in lower case.
 */
export function plainAddress(text: string): string {
  const address = plainLine(text)
    .replaceAll(joiners, '')
    .normalize('NFC')
    .replace(/^mailto:/i, '');
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at <= 0 || !/[^\x20-\x7e]/.test(address)) return address;
  return `${/[^\x20-\x7e]/.test(local) ? local.toLowerCase() : local}@${asciiDomain(domain)}`;
}

/** An https origin in its one spelling: lower case, the host in its ASCII form (RFC 5890), without the port 443. */
export function plainOrigin(text: string): string {
  const origin = plainLine(text);
  // Anything else is no origin, and stays as it was typed.
  return /^https:\/\/[^\s/?#@\\]+$/i.test(origin) ? (URL.parse(origin)?.origin ?? origin) : origin;
}

/** The domain unchanged where it is none. */
function asciiDomain(domain: string): string {
  if (!/[^\x20-\x7e]/.test(domain) || /[\s/?#:@%\\[\]]/.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** Applies `change` to texts, and leaves other values, which the types rule out, to the schema behind it. */
export const ofText = (change: (text: string) => string) => (value: string) =>
  typeof value === 'string' ? change(value) : value;
