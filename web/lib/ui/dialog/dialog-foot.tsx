// The two buttons at the end of a dialog: cancel, and its action.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';

interface Props {
  /** The confirmed action, a verb. */
  confirmLabel: string;
  /** If omitted, the button submits the surrounding form. */
  onConfirm?: () => void;
  isBusy: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** Stays visible at the lower edge of a large dialog. */
  isSticky?: boolean;
  onCancel(): void;
}

export function DialogFoot(props: Props) {
  const { confirmLabel, onConfirm, isBusy, disabled = false, danger = false, isSticky, onCancel } = props;
  const { t } = useTranslation();
  return (
    <FormFoot isSticky={isSticky}>
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
    </FormFoot>
  );
}
