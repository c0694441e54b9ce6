// Small buttons beside and above the entries of the account page.
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { type Icon, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface ToolButtonProps {
  /** The action and its object: the accessible name and the tooltip. */
  label: string;
  icon: Icon;
  onClick: () => void;
  loading?: boolean;
  disabled?: boolean;
}

export function ToolButton({ label, icon: ButtonIcon, ...button }: ToolButtonProps) {
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} {...button}>
        <ButtonIcon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

export function AddButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onClick}>
      {children}
    </Button>
  );
}
