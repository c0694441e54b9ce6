// Renders the text of an SMS of a campaign: names, links that are counted, and how to end such messages.
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { fill } from '#server/messaging/mail/placeholders.ts';
import { smsParts } from '#server/messaging/sms/sms-parts.ts';

/** Names are shortened to as many UTF-16 units, so that the largest cost is known before sending. */
const maxName = 40;

const urlPattern = /https?:\/\/[^\s<>"]+[^\s<>".,;:)]/g;

interface Rendering {
  language: string;
  /** `stop` is the address at which to end such messages. */
  fields: Readonly<Record<string, string>>;
  linkTo(url: string): string;
}

/** The addresses in a message, in order. */
export function smsUrls(message: string): string[] {
  return [...new Set(message.match(urlPattern) ?? [])];
}

/** Returns the text, and its addresses in order. */
export function renderSms(message: string, { language, fields, linkTo }: Rendering): { text: string; urls: string[] } {
  const urls = smsUrls(message);
  const linked = message.trim().replace(urlPattern, (url) => linkTo(url));
  const stop = translate(language, 'campaignMail.stop', { link: fields.stop ?? '' });
  const name = oneLine(fields.name ?? '', maxName)
    .slice(0, maxName)
    .replace(/[\ud800-\udbff]$/, '');
  return { text: `${fill(linked, { ...fields, name })}\n${stop}`, urls };
}

/** With letters outside the alphabet of SMS, as names of many countries have. */
const longName = 'ž'.repeat(maxName);

/** The most SMS that a message takes, whatever the name and the language of its recipient. */
export function maxPartsOf(message: string, company: string, publicUrl: string): number {
  const stop = `${publicUrl}/v/${'x'.repeat(22)}`;
  const fields = { name: longName, company, stop };
  const counts = languageKeys.map(
    (language) => smsParts(renderSms(message, { language, fields, linkTo: () => `${stop}/10` }).text).parts,
  );
  return Math.max(...counts);
}
