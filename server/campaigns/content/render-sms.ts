// Renders the text of an SMS of a campaign: names, links that are counted, and how to end such messages.
import { translate } from '#server/lib/i18n.ts';
import { fill } from '#server/messaging/mail/placeholders.ts';

const urlPattern = /https?:\/\/[^\s<>"]+[^\s<>".,;:)]/g;

interface Rendering {
  language: string;
  /** `stop` is the address at which to end such messages. */
  fields: Readonly<Record<string, string>>;
  linkTo(url: string): string;
}

/** Returns the text, and its addresses in order. */
export function renderSms(message: string, { language, fields, linkTo }: Rendering): { text: string; urls: string[] } {
  const urls = [...new Set(message.match(urlPattern) ?? [])];
  const linked = message.trim().replace(urlPattern, (url) => linkTo(url));
  const stop = translate(language, 'campaignMail.stop', { link: fields.stop ?? '' });
  return { text: `${fill(linked, fields)}\n${stop}`, urls };
}
