// The content of an e-mail of a campaign: a list of blocks, of which two columns hold further ones.
import { z } from 'zod';
import { id, note, webLink } from '#contract/lib/fields.ts';

export const plainBlockKinds = ['heading', 'text', 'image', 'button', 'divider', 'service', 'person'] as const;
export const blockKinds = [...plainBlockKinds, 'columns'] as const;
export type BlockKind = (typeof blockKinds)[number];

const maxBlocks = 40;
const maxInColumn = 10;
/** Characters of the text of a block. */
export const maxBlockText = 20_000;

/** Each kind uses some of the fields. */
const fields = {
  /** The heading, the label of a button, or the text as HTML. */
  text: note(maxBlockText).default(''),
  /** Where a button or a picture leads. */
  url: webLink.default(''),
  /** The picture in words, for readers who do not see it. */
  alt: note(200).default(''),
  pictureId: id.nullable().default(null),
  serviceId: id.nullable().default(null),
  /** The person to show, or to book the service with. */
  calendarId: id.nullable().default(null),
};

export const plainBlock = z.strictObject({ kind: z.enum(plainBlockKinds), ...fields });
export type PlainBlock = z.output<typeof plainBlock>;

export const block = z.strictObject({
  kind: z.enum(blockKinds),
  ...fields,
  left: z.array(plainBlock).max(maxInColumn).default([]),
  right: z.array(plainBlock).max(maxInColumn).default([]),
});
export type Block = z.output<typeof block>;

export const blocks = z.array(block).max(maxBlocks);

/** All blocks, those of columns included. */
export function flatBlocks(list: readonly Block[]): (Block | PlainBlock)[] {
  return list.flatMap<Block | PlainBlock>((one) => (one.kind === 'columns' ? [...one.left, ...one.right] : [one]));
}

/** The placeholders in headings, texts and subjects. */
export const campaignPlaceholders = ['name', 'company'] as const;

/** A block with these fields; the others are empty. */
export function blockOf(fields: Pick<Block, 'kind'> & Partial<Block>): Block {
  return {
    text: '',
    url: '',
    alt: '',
    pictureId: null,
    serviceId: null,
    calendarId: null,
    left: [],
    right: [],
    ...fields,
  };
}
