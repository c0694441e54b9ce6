// A popover that takes the focus while it is open. Escape closes it, and not the dialog around it, even before it has
// the focus, which is a moment after it opens.
import { Popover, type PopoverProps } from '@mantine/core';
import { useDialogLayer } from './use-dialog-layer.ts';

interface Props extends Omit<PopoverProps, 'opened' | 'onChange' | 'onClose'> {
  opened: boolean;
  onClose(): void;
}

/** Its children are `Popover.Target` and `Popover.Dropdown`. */
export function FocusPopover({ opened, onClose, ...props }: Props) {
  useDialogLayer(onClose, opened);
  return (
    <Popover
      opened={opened}
      onChange={(isOpen) => !isOpen && onClose()}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
      {...props}
    />
  );
}
