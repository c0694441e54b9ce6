// Opens an import, whose dialog is loaded when it is first opened.
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ComponentType, type LazyExoticComponent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  dialog: LazyExoticComponent<ComponentType<{ onClose: () => void }>>;
}

export function ImportButton({ dialog: Dialog }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={16} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('imports.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
