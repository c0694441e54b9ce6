// The block of an e-mail that is only text.
import { type Block, blockOf } from '#contract/campaigns/blocks.ts';

export const textBlock = (text: string): Block => blockOf({ kind: 'text', text });
