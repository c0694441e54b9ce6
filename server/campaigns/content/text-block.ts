// The block of an e-mail that is only text.
import type { Block } from '#contract/campaigns/blocks.ts';

export function textBlock(text: string): Block {
  return {
    kind: 'text',
    text,
    url: '',
    alt: '',
    pictureId: null,
    serviceId: null,
    calendarId: null,
    left: [],
    right: [],
  };
}
