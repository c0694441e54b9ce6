// Opens the import of products.
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ProductImportDialog = lazy(() =>
  import('./product-import-dialog.tsx').then((module) => ({ default: module.ProductImportDialog })),
);

export function ProductImportButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={16} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('imports.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ProductImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
