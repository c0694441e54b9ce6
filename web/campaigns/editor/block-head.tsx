// The head of a block: its kind, and the buttons that move and remove it.
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Block, PlainBlock } from '#contract/campaigns/blocks.ts';
import classes from './editor.module.css';

interface Props {
  block: Block | PlainBlock;
  /** Its kind and its number. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  readOnly: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

export function BlockHead({ block, name, isFirst, isLast, readOnly, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.blockHead} data-head>
      <span className={classes.kind}>{t(`campaigns.block.${block.kind}`)}</span>
      {!readOnly && (
        <div className={classes.moves}>
          <ActionIcon
            variant="subtle"
            color="gray"
            data-move="-1"
            disabled={isFirst}
            aria-label={t('campaigns.blocks.up', { block: name })}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            data-move="1"
            disabled={isLast}
            aria-label={t('campaigns.blocks.down', { block: name })}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            data-remove
            aria-label={t('campaigns.blocks.remove', { block: name })}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
