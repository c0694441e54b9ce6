// The tokens of the links of a message, apart from its text: the text is stored without them, and the outbox fills them
// in when it sends. PostgreSQL deletes the tokens once the message was sent or given up (server/messaging/sql).

/**
 * At least as long as a token (256 bits are 43 letters, 128 bits are 22), with a capital, which names in addresses
 * seldom have.
 */
const tokens = /(?<=[/=])(?=[\w-]*[A-Z])[\w-]{22,128}(?![\w-])/g;
const links = /https?:\/\/[^\s"'<>]+/g;
const mask = '***';

/** The tokens of one text: where each of its masks stands, and the token there. */
type Tokens = [at: number, token: string][];

/** The tokens of several texts by their names. */
export type LinkTokens = Record<string, Tokens>;

/** Returns the text with `***` for every token in its links. */
export function maskLinks(text: string): string {
  return takeFrom(text).text;
}

/** Returns the texts with `***` for every token in their links, and the tokens; null without any. */
export function takeTokens(texts: Readonly<Record<string, string>>): {
  texts: Record<string, string>;
  tokens: LinkTokens | null;
} {
  const masked: Record<string, string> = {};
  const found: LinkTokens = {};
  for (const [name, text] of Object.entries(texts)) {
    const taken = takeFrom(text);
    masked[name] = taken.text;
    if (taken.tokens.length > 0) found[name] = taken.tokens;
  }
  return { texts: masked, tokens: Object.keys(found).length > 0 ? found : null };
}

/** Fills the tokens of a text in again, where `takeTokens` took them. */
export function fillTokens(text: string, tokens: Tokens | undefined): string {
  let filled = '';
  let end = 0;
  for (const [at, token] of tokens ?? []) {
    filled += `${text.slice(end, at)}${token}`;
    end = at + mask.length;
  }
  return filled + text.slice(end);
}

function takeFrom(text: string): { text: string; tokens: Tokens } {
  const found: Tokens = [];
  // How much shorter the text has become.
  let shift = 0;
  const masked = text.replace(links, (link, start: number) =>
    link.replace(tokens, (token, at: number) => {
      found.push([start + at - shift, token]);
      shift += token.length - mask.length;
      return mask;
    }),
  );
  return { text: masked, tokens: found };
}
