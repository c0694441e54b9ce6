// Masks the tokens of a mail's links, so a reader of a copy cannot act for the recipient.
import { maskLinks } from '#server/messaging/outbox/link-tokens.ts';

export function withoutLinks<M extends { html: string; plain: string }>(mail: M): M {
  return { ...mail, html: maskLinks(mail.html), plain: maskLinks(mail.plain) };
}
