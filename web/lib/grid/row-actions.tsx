// The menu of a row's actions. A disabled action shows its reason.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './grid.module.css';

export interface RowAction {
  /** A verb. */
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  run: () => void;
  danger?: boolean;
  /** Why the action is not available for this row. */
  disabled?: string | undefined;
}

export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={t('grid.actionsOf', { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label, icon: Icon, run, danger, disabled }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} stroke={1.75} />}
            color={danger ? 'red' : undefined}
            // Not natively disabled: keyboard and screen reader users must reach the reason.
            aria-disabled={disabled !== undefined}
            data-disabled={disabled !== undefined || undefined}
            onClick={() => disabled === undefined && run()}
          >
            {label}
            {disabled !== undefined && <span className={classes.reason}>{disabled}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
