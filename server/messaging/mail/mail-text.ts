// The editable body of a mail: paragraphs, `# ` before a heading, `~ ` before small print, and parts by name.
import { mailPlaceholders } from '#contract/messaging/templates/email-templates.ts';
import { fill, placeholdersOf } from './placeholders.ts';

/** Parts of the mail; each is a paragraph of its own. */
export const partNames = [
  'time',
  'details',
  'visitorDetails',
  'confirmButton',
  'confirmLink',
  'declineLink',
  'expiry',
  'cancelLink',
  'bookAgainButton',
  'calendarButton',
] as const;
export type PartName = (typeof partNames)[number];

export type Piece = { kind: 'heading' | 'text' | 'small'; words: { text: string } } | { kind: PartName };

/** Splits the body into pieces and fills in the names. */
export function piecesOf(body: string, values: Readonly<Record<string, string>>): Piece[] {
  return paragraphsOf(body).flatMap((paragraph): Piece[] => {
    const part = partOf(paragraph);
    if (part) return [{ kind: part }];
    const [, mark = '', text = ''] = /^(?:([#~]) )?(.*)$/s.exec(paragraph) ?? [];
    const filled = fill(text.replace(/\s*\n\s*/g, ' '), values).trim();
    if (!filled) return [];
    return [{ kind: mark === '#' ? 'heading' : mark === '~' ? 'small' : 'text', words: { text: filled } }];
  });
}

/** Returns the part that the paragraph consists of, if any. */
export function partOf(paragraph: string): PartName | undefined {
  const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(paragraph)?.[1];
  return partNames.find((part) => part === name);
}

export function paragraphsOf(body: string): string[] {
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/** Returns names in the body that are unknown, and parts that share a paragraph with text. */
export function misplacedNames(body: string): string[] {
  const inline: readonly string[] = mailPlaceholders;
  return paragraphsOf(body)
    .filter((paragraph) => !partOf(paragraph))
    .flatMap((paragraph) => placeholdersOf(paragraph).filter((name) => !inline.includes(name)));
}
