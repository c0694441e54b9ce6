// The menu of one menu item: rename, move, make a heading, delete.
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCornerDownRight,
  IconCornerLeftUp,
  IconDots,
  IconHeading,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TreeItem } from '#contract/operations/menu.ts';
import type { MenuStep } from './arrange.ts';
import classes from './menu.module.css';
import type { MenuTree } from './use-menu-tree.ts';

interface Props {
  item: TreeItem;
  tree: MenuTree;
  /** The possible steps. */
  steps: readonly MenuStep[];
  onRename: () => void;
  onStep: (key: string) => boolean;
}

export function MenuRowActions({ item, tree, steps, onRename, onStep }: Props) {
  const { t } = useTranslation();
  const { name } = item;
  return (
    <Menu position="bottom-end" shadow="sm">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size="lg"
          color="gray"
          c="var(--daybook-text)"
          aria-label={t('menu.more', { name })}
        >
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
          {t('menu.renameIt')}
        </Menu.Item>
        {steps.map((key) => (
          <Menu.Item key={key} leftSection={<StepIcon step={key} />} onClick={() => onStep(key)}>
            {t(`menu.step.${key}`)}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconHeading size={16} />}
          onClick={() => void tree.change({ ...item, isHeading: !item.isHeading })}
        >
          {t(item.isHeading ? 'menu.asItem' : 'menu.asHeading')}
        </Menu.Item>
        <Menu.Item
          color={item.isSystem ? undefined : 'red'}
          leftSection={<IconTrash size={16} />}
          disabled={item.isSystem}
          onClick={() => void tree.remove(item)}
        >
          {t('menu.delete')}
          {item.isSystem && <span className={classes.reason}>{t('menu.systemStays')}</span>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const stepIcons = {
  ArrowUp: IconArrowUp,
  ArrowDown: IconArrowDown,
  ArrowRight: IconCornerDownRight,
  ArrowLeft: IconCornerLeftUp,
};

function StepIcon({ step }: { step: MenuStep }) {
  const Icon = stepIcons[step];
  return <Icon size={16} aria-hidden="true" />;
}
