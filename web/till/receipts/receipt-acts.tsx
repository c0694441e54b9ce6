// Prints a receipt, or sends it by e-mail.
import { Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tills } from '#contract/till/tills.ts';
import { PrintButton } from '#web/devices/printing/print-button.tsx';
import { call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './receipts.module.css';

interface Props {
  receiptId: string;
  registerId: string;
  hasCustomer: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

export function ReceiptActs({ receiptId, registerId, hasCustomer, children }: Props) {
  const { t } = useTranslation();
  const [isMailing, setMailing] = useState(false);
  return (
    <div className={classes.acts}>
      <PrintButton send={(place) => call(tills.printReceipt, { id: receiptId, registerId, ...place })} />
      <Button
        variant="default"
        leftSection={<IconMail size={17} stroke={1.75} aria-hidden="true" />}
        onClick={() => setMailing(true)}
      >
        {t('till.screen.mail')}
      </Button>
      {children}
      {isMailing && <MailDialog {...{ receiptId, hasCustomer }} onClose={() => setMailing(false)} />}
    </div>
  );
}

interface MailProps extends Pick<Props, 'receiptId' | 'hasCustomer'> {
  onClose(): void;
}

function MailDialog({ receiptId, hasCustomer, onClose }: MailProps) {
  const { t } = useTranslation();
  const [eMail, setEMail] = useState('');
  const send = useMutation({
    mutationFn: () => call(tills.mailReceipt, { id: receiptId, eMail: eMail.trim() }, { handlesErrors: true }),
    onSuccess({ to }) {
      toast('success', t('till.screen.mailed', { to }));
      onClose();
    },
    onError: (error) => showError(error, t('till.screen.notMailed')),
  });
  const isMissing = !hasCustomer && !eMail.trim();
  return (
    <Dialog title={t('till.screen.mailTitle')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMissing && !send.isPending) send.mutate();
        }}
      >
        <TextInput
          type="email"
          label={t('till.screen.mailTo')}
          description={hasCustomer ? t('till.screen.mailHint') : undefined}
          maxLength={100}
          data-autofocus
          value={eMail}
          onChange={(event) => setEMail(event.currentTarget.value)}
        />
        <DialogFoot
          confirmLabel={t('till.screen.send')}
          isBusy={send.isPending}
          disabled={isMissing}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
