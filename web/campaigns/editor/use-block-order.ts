// Adds, moves and removes blocks, and focuses the added or moved one, or a neighbour of the removed one.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Block, BlockKind, PlainBlock } from '#contract/campaigns/blocks.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';

/** The element that has the focus next. Without a key: the button that adds a block. */
interface Focused {
  key: number | undefined;
  on: 'text' | 'content' | 'remove' | -1 | 1;
}

const selectors: Record<Focused['on'], string> = {
  // The block, until the editor of its text has loaded.
  text: ':not(*)',
  content: ':not([data-head]) :is(input:not([type="file"]), button):not([disabled])',
  remove: '[data-head] [data-remove]',
  '-1': '[data-head] [data-move="-1"]:not([disabled])',
  1: '[data-head] [data-move="1"]:not([disabled])',
};

type AnyBlock = Block | PlainBlock;

export function useBlockOrder(blocks: readonly AnyBlock[], onChange: (blocks: AnyBlock[]) => void) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  // Keys that stay with their blocks while these move: a text editor keeps its history.
  const [keys, setKeys] = useState(() => blocks.map((_, index) => index));
  const nextKey = useRef(blocks.length);
  const adder = useRef<HTMLButtonElement>(null);
  const [focused, setFocused] = useState<Focused>();
  useEffect(() => {
    if (!focused) return;
    // The lists of two columns have keys of their own.
    const item = list.current?.querySelector<HTMLElement>(`:scope > [data-key="${focused.key}"]`);
    const first = item?.querySelector<HTMLElement>(`:scope > ${selectors[focused.on]}`) ?? item ?? adder.current;
    first?.focus();
  }, [focused]);

  const add = (kind: BlockKind) => {
    const key = nextKey.current++;
    setKeys([...keys, key]);
    onChange([...blocks, kind === 'columns' ? newBlock(kind) : newPlainBlock(kind)]);
    setFocused({ key, on: kind === 'text' ? 'text' : 'content' });
  };
  const move = (index: number, by: -1 | 1) => {
    const order = keys.map((_, at) => at);
    order.splice(index + by, 0, ...order.splice(index, 1));
    setKeys(order.map((at) => keys[at] ?? 0));
    onChange(order.map((at) => blocks[at] as Block));
    setFocused({ key: keys[index] ?? 0, on: by });
  };
  const remove = async (index: number, name: string) => {
    const block = blocks[index];
    const isAgreed =
      !block ||
      isBlank(block) ||
      (await ask({
        title: t('campaigns.blocks.askRemove', { block: name }),
        text: t('campaigns.blocks.askRemoveText'),
        confirmLabel: t('campaigns.blocks.removeIt'),
        danger: true,
      }));
    if (!isAgreed) return;
    setKeys(keys.filter((_, at) => at !== index));
    onChange(blocks.filter((_, at) => at !== index));
    setFocused({ key: keys[index + 1] ?? keys[index - 1], on: 'remove' });
  };
  const change = (index: number, fields: Partial<Block>) =>
    // Of its own kind: only two columns have inner blocks.
    onChange(blocks.map((block, at) => (at === index ? ({ ...block, ...fields } as Block) : block)));

  return { list, adder, keys, focused, add, move, remove, change };
}

function newPlainBlock(kind: PlainBlock['kind']): PlainBlock {
  return { kind, text: '', url: '', alt: '', pictureId: null, serviceId: null, calendarId: null };
}

function newBlock(kind: BlockKind): Block {
  return { ...newPlainBlock('text'), kind, left: [], right: [] };
}

/** True if nothing is lost with the block. */
function isBlank(block: AnyBlock): boolean {
  const inner = 'left' in block ? [...block.left, ...block.right] : [];
  const { text, url, alt, pictureId, serviceId, calendarId } = block;
  return !(text || url || alt || pictureId || serviceId || calendarId) && inner.every(isBlank);
}
