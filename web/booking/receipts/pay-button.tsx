// The button that marks a visit as paid.
import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const PayDialog = lazy(async () => ({ default: (await import('./pay-dialog.tsx')).PayDialog }));

interface Props {
  visitId: string;
  name: string;
  isSmall?: boolean;
}

export function PayButton({ visitId, name, isSmall = false }: Props) {
  const { t } = useTranslation();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'compact-sm' : 'sm'}
        leftSection={<IconCash size={isSmall ? 15 : 17} stroke={1.75} aria-hidden="true" />}
        onClick={() => open(true)}
      >
        {t('receipts.pay')}
      </Button>
      {isOpen && (
        <Suspense>
          <PayDialog visitId={visitId} name={name} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  );
}
