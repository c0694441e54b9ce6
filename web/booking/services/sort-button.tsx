// The button above a list that opens the dialog in which its records are sorted.
import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';

export function SortButton({ dialog: Dialog }: { dialog: ComponentType<{ onClose: () => void }> }) {
  const { t } = useTranslation();
  const [isSorting, setSorting] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsSort size={16} stroke={1.75} />}
        onClick={() => setSorting(true)}
      >
        {t('services.sort')}
      </Button>
      {isSorting && <Dialog onClose={() => setSorting(false)} />}
    </>
  );
}
