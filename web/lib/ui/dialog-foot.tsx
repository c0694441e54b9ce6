// The two buttons of a dialog: cancel and confirm.
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  /** The confirmed action, a verb. */
  confirmLabel: string;
  /** If omitted, the button submits the surrounding form. */
  onConfirm?: () => void;
  isBusy: boolean;
  disabled?: boolean;
  danger?: boolean;
  onCancel(): void;
}

export function DialogFoot({ confirmLabel, onConfirm, isBusy, disabled = false, danger = false, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="sm" mt="lg">
      <Button variant="default" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        color={danger ? 'red' : undefined}
        disabled={disabled}
        loading={isBusy}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </Group>
  );
}
