// The products that a company sells at its tills.
import { z } from 'zod';
import { id, money, note, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { upload } from '#contract/lib/service.ts';
import { laterVatRates, vatPercent } from '#contract/lib/vat-rates.ts';
import { productImportAnswer, productImportInput } from './import.ts';

export const maxProducts = 20_000;
export const maxProductName = 100;
export const maxBarcode = 48;
export const maxProductPrice = 1e6;

/** As scanners read them: letters, digits, and the signs of Code 39 and 128 between them. */
export const barcodePattern = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N} ./+_-]*[\p{L}\p{N}])?)?$/u;

const written = {
  name: text(maxProductName),
  /** Empty: none. No other product of the company has it. */
  barcode: note(maxBarcode).regex(barcodePattern, { error: 'products.barcodeSigns' }).default(''),
  /** With VAT, for one. */
  price: z.number().min(0).max(maxProductPrice).multipleOf(0.01).meta({ kind: 'money' }),
  /** In percent; null while it is not known. Counts until the first of `vatRates`. */
  vatRate: vatPercent.nullable().default(null),
  vatRates: laterVatRates.default([]),
  /** Has a key of its own on the screen of the till. */
  hasKey: z.boolean().default(false),
  isActive: z.boolean().default(true),
};

export const companyProducts = resource('company', 'products', {
  about: 'The products that a company sells at its tills.',
  rowsKey: 'products',
  may: 'lcladmin',
  reserved: { insert: 'admin', update: 'admin', delete: 'admin', restore: 'admin' },
  page: '/app/company/products',
  tables: ['products', 'product_vat_rates'],
  row: z.object({
    id,
    name: z.string(),
    barcode: z.string(),
    price: money,
    vatRate: z.number().nullable(),
    vatRates: laterVatRates,
    hasKey: z.boolean(),
    isActive: z.boolean(),
    version: z.string(),
  }),
  title: 'name',
  subtitle: ['barcode'],
  sort: ['name', 'price', 'isActive'],
  search: { code: 'barcode' },
  input: z.strictObject(written),
  blank: () => ({ name: '', barcode: '', price: 0, vatRate: null, vatRates: [], hasKey: false, isActive: true }),
  can: ['insert', 'update', 'delete', 'restore'],
  more: {
    previewImport: upload({
      summary: 'Reads a CSV or workbook (.xlsx) of products and returns what an import of it would do.',
      may: 'admin',
      input: productImportInput,
      output: productImportAnswer,
    }),
    import: upload({
      summary:
        'Imports a CSV or workbook (.xlsx) of products. A row updates the product with its barcode, or its name without one.',
      may: 'admin',
      input: productImportInput,
      output: productImportAnswer,
    }),
  },
});
