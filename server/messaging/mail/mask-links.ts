// Masks the tokens of a mail's links, so a reader of the mail lists cannot act for the recipient.

/**
 * At least as long as a token (256 bits are 43 letters, 128 bits are 22), with a capital, which names in addresses
 * seldom have.
 */
const tokens = /(?<=[/=])(?=[\w-]*[A-Z])[\w-]{22,128}(?![\w-])/g;

/** Returns the text with `***` for every token in its links. */
export function maskLinks(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>]+/g, (link) => link.replace(tokens, '***'));
}

export function withoutLinks<M extends { html: string; plain: string }>(mail: M): M {
  return { ...mail, html: maskLinks(mail.html), plain: maskLinks(mail.plain) };
}
