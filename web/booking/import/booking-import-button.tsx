// Opens the import of services and appointments.
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const BookingImportDialog = lazy(() =>
  import('./booking-import-dialog.tsx').then((module) => ({ default: module.BookingImportDialog })),
);

export function BookingImportButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={16} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('imports.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <BookingImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
