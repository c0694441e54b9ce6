// The blocks of an e-mail in their order. Everything works by keyboard: blocks move by buttons, and what is added or
// moved has the focus, or what stands near what was removed.
import { Button, Input, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
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
import { BlockFields } from './block-fields.tsx';
import { BlockHead } from './block-head.tsx';
import type { CampaignChoices } from './choices.ts';
import { keepEarlyTyping } from './early-typing.ts';
import classes from './editor.module.css';
import { useBlockOrder } from './use-block-order.ts';

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
  choices: CampaignChoices | undefined;
  onChange(blocks: (Block | PlainBlock)[]): void;
}

/** Also one of two columns. */
function Blocks({ label, kinds, blocks, readOnly, choices, errorOf, onChange }: BlocksProps) {
  const { t } = useTranslation();
  const id = useId();
  const { list, adder, keys, focused, add, move, remove, change } = useBlockOrder(blocks, onChange);

  return (
    <div>
      {blocks.length === 0 && <p className={classes.hint}>{t('campaigns.blocks.empty')}</p>}
      <ol ref={list} className={classes.blocks} aria-label={label}>
        {blocks.map((block, index) => {
          const name = `${t(`campaigns.block.${block.kind}`)} ${index + 1}`;
          const key = keys[index] ?? index;
          return (
            <li
              key={key}
              data-key={key}
              className={classes.block}
              tabIndex={-1}
              aria-label={name}
              onKeyDown={(event) => {
                if (block.kind === 'text' && !readOnly)
                  keepEarlyTyping(event, block.text, (text) => change(index, { text }));
              }}
            >
              <BlockHead
                {...{ block, name, readOnly }}
                isFirst={index === 0}
                isLast={index === blocks.length - 1}
                onMove={(by) => move(index, by)}
                onRemove={() => void remove(index, name)}
              />
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
