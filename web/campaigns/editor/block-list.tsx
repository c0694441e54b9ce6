// The blocks of an e-mail in their order. Everything works by keyboard: blocks move by buttons, and what is added or
// moved has the focus, or what stands near what was removed.
import { ActionIcon, Button, Input, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Block,
  type BlockKind,
  blockKinds,
  type PlainBlock,
  plainBlockKinds,
} from '#contract/campaigns/blocks.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { query } from '#web/lib/client/client.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { BlockFields } from './block-fields.tsx';
import type { Choices } from './choices.ts';
import classes from './editor.module.css';

interface Props {
  blocks: Block[];
  readOnly: boolean;
  /** Of the list, or of a field such as `.2.url` or `.3.left.0.text`. */
  errorOf(path: string): ReactNode;
  onChange(blocks: Block[]): void;
}

export function BlockList({ blocks, readOnly, errorOf, onChange }: Props) {
  const { t } = useTranslation();
  const choices = useQuery({ ...query(marketing.getChoices, {}), staleTime: 60_000 }).data;
  return (
    <Blocks
      label={t('campaigns.blocks.list')}
      kinds={blockKinds}
      blocks={blocks}
      readOnly={readOnly}
      choices={choices}
      errorOf={errorOf}
      onChange={(next) => onChange(next as Block[])}
    />
  );
}

interface BlocksProps extends Pick<Props, 'errorOf'> {
  label: string;
  kinds: readonly BlockKind[];
  blocks: readonly (Block | PlainBlock)[];
  readOnly: boolean;
  choices: Choices | undefined;
  onChange(blocks: (Block | PlainBlock)[]): void;
}

/** The element that gets the focus next. Without a key: the button that adds a block. */
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

/** Also one of two columns. */
function Blocks({ label, kinds, blocks, readOnly, choices, errorOf, onChange }: BlocksProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const id = useId();
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

  return (
    <div>
      {blocks.length === 0 && <p className={classes.hint}>{t('campaigns.blocks.empty')}</p>}
      <ol ref={list} className={classes.blocks} aria-label={label}>
        {blocks.map((block, index) => {
          const name = `${t(`campaigns.block.${block.kind}`)} ${index + 1}`;
          const key = keys[index] ?? index;
          return (
            <li key={key} data-key={key} className={classes.block} tabIndex={-1} aria-label={name}>
              <div className={classes.blockHead} data-head>
                <span className={classes.kind}>{t(`campaigns.block.${block.kind}`)}</span>
                {!readOnly && (
                  <div className={classes.moves}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      data-move="-1"
                      disabled={index === 0}
                      aria-label={t('campaigns.blocks.up', { block: name })}
                      onClick={() => move(index, -1)}
                    >
                      <IconArrowUp size={16} aria-hidden="true" />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      data-move="1"
                      disabled={index === blocks.length - 1}
                      aria-label={t('campaigns.blocks.down', { block: name })}
                      onClick={() => move(index, 1)}
                    >
                      <IconArrowDown size={16} aria-hidden="true" />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      data-remove
                      aria-label={t('campaigns.blocks.remove', { block: name })}
                      onClick={() => void remove(index, name)}
                    >
                      <IconTrash size={16} aria-hidden="true" />
                    </ActionIcon>
                  </div>
                )}
              </div>
              {block.kind === 'columns' ? (
                <div className={classes.columns}>
                  {(['left', 'right'] as const).map((side) => (
                    <div key={side}>
                      <p className={classes.hint}>{t(`campaigns.blocks.${side}`)}</p>
                      <Blocks
                        label={t(`campaigns.blocks.${side}`)}
                        kinds={plainBlockKinds}
                        blocks={(block as Block)[side]}
                        readOnly={readOnly}
                        choices={choices}
                        errorOf={(path) => errorOf(`.${index}.${side}${path}`)}
                        onChange={(inner) => change(index, { [side]: inner as PlainBlock[] })}
                      />
                    </div>
                  ))}
                </div>
              ) : (
                <BlockFields
                  id={`${id}-${key}`}
                  block={block}
                  choices={choices}
                  readOnly={readOnly}
                  errorOf={(field) => errorOf(`.${index}.${field}`)}
                  autoFocus={focused?.key === key && focused.on === 'text'}
                  onChange={(fields) => change(index, fields)}
                />
              )}
            </li>
          );
        })}
      </ol>
      {errorOf('') && <Input.Error mb="xs">{errorOf('')}</Input.Error>}
      {!readOnly && (
        <Menu transitionProps={{ duration: 0 }} returnFocus={false}>
          <Menu.Target>
            <Button ref={adder} variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />}>
              {t('campaigns.blocks.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {kinds.map((kind) => (
              <Menu.Item key={kind} onClick={() => add(kind)}>
                {t(`campaigns.block.${kind}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

function newPlainBlock(kind: PlainBlock['kind']): PlainBlock {
  return { kind, text: '', url: '', alt: '', pictureId: null, serviceId: null, calendarId: null };
}

function newBlock(kind: BlockKind): Block {
  return { ...newPlainBlock('text'), kind, left: [], right: [] };
}

/** Whether nothing is lost with it. */
function isBlank(block: Block | PlainBlock): boolean {
  const inner = 'left' in block ? [...block.left, ...block.right] : [];
  const { text, url, alt, pictureId, serviceId, calendarId } = block;
  return !(text || url || alt || pictureId || serviceId || calendarId) && inner.every(isBlank);
}
