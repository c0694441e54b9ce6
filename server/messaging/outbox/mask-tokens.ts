// Masks tokens in texts of other servers: answers and reports quote mails as they please, with links that are broken.
import { maskLinks } from './link-tokens.ts';

/** A little less than a token of 256 bits: its ends may be lost. */
const enough = 40;
/** A link in quoted-printable goes on in the next line (RFC 2045, section 6.7). */
const softBreak = /=\r?\n(?=[\w-])/g;
/** A line of a mail in base64. */
const encodedLine = /^[> \t]*[A-Za-z0-9+/]{40,}={0,2}[ \t]*$/gm;
/** Letters of tokens, also over the ends of lines. Each letter is looked at once: anybody can write such a text. */
const runs = /[\w-]+(?:\r?\n[> \t]*[\w-]+)*/g;

/** Returns the text with `***` for each token in it, as far as it can be told. */
export function maskTokens(text: string): string {
  const masked = text
    .replaceAll(softBreak, '')
    .replaceAll(encodedLine, (line) => (/[A-Z]/.test(line) ? '***' : line))
    .replaceAll(runs, (run) => (isToken(run) ? '***' : run));
  return maskLinks(masked);
}

function isToken(run: string): boolean {
  if (run.length < enough) return false;
  const letters = run.replaceAll(/[^\w-]+/g, '');
  return letters.length >= enough && /[A-Z]/.test(letters);
}
