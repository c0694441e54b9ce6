// Decides which links people may enter: web pages and paths of this site, whatever the spelling.

/**
 * Browsers ignore control characters in an address and read `\` as `/`, so `/\host` and `/<tab>/host` lead to another
 * site. Addresses with white space, backslashes, or invisible characters are rejected as a whole; `%5C` is how to write
 * a backslash.
 */
const rest = '[^\\s\\\\\\p{C}]*';
const target = `https?:\\/\\/[^\\s\\\\/\\p{C}]${rest}|\\/(?![/\\\\])${rest}`;

/** Characters of a link that people enter. */
export const maxLinkLength = 500;

/** An http(s) address with a host, or a path of this site; the empty text is no link. */
export const linkPattern = new RegExp(`^(${target})?$`, 'iu');

/** A link, or another form that `pattern` describes. */
export const linkOr = (pattern: string) => new RegExp(`^(${target}|${pattern})$`, 'iu');

/** Whether a link leads to a web page or to a path of this site. */
export function isSafeLink(link: string): boolean {
  return link !== '' && linkPattern.test(link);
}

/**
 * Whether an address is one of a web page, in any spelling. A redirect may lead there, also when `isSafeLink` refuses
 * it.
 */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

const textLinkPattern = linkOr(`(?:mailto:|tel:|#)${rest}`);

/** Whether a link in formatted text is safe: also to a mail address, a phone number, or a place in the text. */
export function isSafeTextLink(link: string): boolean {
  return textLinkPattern.test(link);
}

/** The attributes of links, wherever they stand: a parser of tags could be misled. */
const linkAttributes = /(?<![\w-])(?:href|src|srcset|action|formaction)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/** Whether every link in HTML is safe; a link that is not closed or not understood is not. */
export function hasSafeLinks(html: string): boolean {
  return [...html.matchAll(linkAttributes)].every(([, double, single, bare]) =>
    isSafeTextLink(decodeEntities(double ?? single ?? bare ?? '').trim()),
  );
}

/** Of the named entities, those that can stand for a character of an address's beginning. */
const entities: Record<string, string> = {
  amp: '&',
  colon: ':',
  sol: '/',
  bsol: '\\',
  num: '#',
  tab: '\t',
  newline: '\n',
  nbsp: '\u00a0',
  shy: '\u00ad',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));?/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (name) return entities[name.toLowerCase()] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\\';
  });
}
