// The products of the company: what its tills sell.
import { lazy } from 'react';
import { allows } from '#contract/lib/may.ts';
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import { companyProducts } from '#contract/till/products.ts';
import { VatRatesInput } from '#web/booking/services/vat-rates-input.tsx';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { vatRatesText } from '#web/lib/editor/vat-rates-text.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { ToggleCell } from '#web/lib/grid/toggle-cell.tsx';
import { ImportButton } from '#web/lib/ui/file-import/import-button.tsx';
import { BarcodeInput } from './barcode-input.tsx';

const ProductImportDialog = lazy(() =>
  import('#web/till/import/product-import-dialog.tsx').then((module) => ({ default: module.ProductImportDialog })),
);

export function ProductsPage() {
  const mayImport = allows(useCurrentUser().actions, companyProducts.operations.import.may);
  return (
    <Grid
      resource={companyProducts}
      columns={[
        { field: 'name', width: 260 },
        { field: 'barcode', width: 170 },
        { field: 'price', width: 110 },
        { field: 'vatRate', width: 90 },
        {
          field: 'hasKey',
          width: 110,
          cell: (row) => <ToggleCell resource={companyProducts} row={row} field="hasKey" />,
        },
        {
          field: 'isActive',
          width: 110,
          cell: (row) => <ToggleCell resource={companyProducts} row={row} field="isActive" />,
        },
      ]}
      tools={mayImport && <ImportButton dialog={ProductImportDialog} />}
      inputs={{ barcode: BarcodeInput, vatRates: VatRatesInput }}
      // The rates of a product, by the contract.
      formats={{ vatRates: (rates: unknown) => vatRatesText(rates as LaterVatRate[]) }}
    />
  );
}
