// The two buttons that end a dialog: the way back, and what it is for.
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What is done, a verb. */
  confirmLabel: string;
  /** Left out: the button sends the form it stands in. */
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
