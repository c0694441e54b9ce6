// Reads products from the rows of a file.
import { folded } from '#contract/lib/folded.ts';
import { plainLine } from '#contract/lib/typed.ts';
import { hasWrongCheckDigit } from '#contract/till/barcodes.ts';
import type { ProductColumn, ProductImportAnswer, ProductReason } from '#contract/till/import.ts';
import { maxProductName, maxProductPrice } from '#contract/till/products.ts';
import { priceIn } from '#server/booking/import/read-times.ts';
import { disarmed } from '#server/customers/import/disarmed.ts';
import type { FileRow } from '#server/customers/import/file-row.ts';
import { totalRows } from '#server/customers/import/total-rows.ts';
import { barcodeReader } from './read-barcodes.ts';

export interface ImportedProduct {
  line: number;
  name: string;
  /** Null: the file has none, and the present one stays. */
  barcode: string | null;
  price: number;
  vatRate: number | null;
  isActive: boolean | null;
}

type Problem = ProductImportAnswer['problems'][number];

/** The first of rows with the same barcode, or the same name without one, counts. */
export function readProductRows(
  rows: readonly FileRow[],
  fields: readonly ProductColumn[],
): { products: ImportedProduct[]; problems: Problem[] } {
  const products: ImportedProduct[] = [];
  const problems: Problem[] = [];
  const isTotal = totalRows(rows);
  const seen = new Set<string>();
  const names = new Map<string, string>();
  const cellOf = ({ cells }: FileRow, field: ProductColumn) => disarmed(cells[fields.indexOf(field)] ?? '');
  const barcodeIn = barcodeReader(rows.map((row) => cellOf(row, 'barcode')));
  for (const row of rows) {
    const at = (field: ProductColumn) => cellOf(row, field);
    const refuse = (reason: ProductReason) =>
      problems.push({ line: row.line, isLeftOut: true, reasons: [reason], cells: shortened(row) });
    const group = at('group');
    // Shops write the name once, and its variations below.
    if (group && at('name')) names.set(group, plainLine(at('name')));
    const name = nameOf(plainLine(at('name')) || (names.get(group) ?? ''), plainLine(at('variation')));
    const price = priceIn(at('price'));
    if (row.isBroken) refuse('broken');
    else if (isTotal(row)) refuse('total');
    else if (!name) refuse('noName');
    else if (name.length > maxProductName) refuse('nameLong');
    else if (at('price') === '') refuse('noPrice');
    else if (price === undefined || /^\s*[-–]/.test(at('price')) || price > maxProductPrice) refuse('price');
    else {
      const reasons: ProductReason[] = [];
      const product = {
        ...{ line: row.line, name, price },
        ...codesOf(at, barcodeIn, reasons),
        isActive: activeIn(at('active')),
      };
      const key = product.barcode ? `code ${product.barcode}` : `name ${folded(name)}`;
      if (seen.has(key)) refuse('repeated');
      else {
        seen.add(key);
        products.push(product);
        if (reasons.length > 0) problems.push({ line: row.line, isLeftOut: false, reasons, cells: shortened(row) });
      }
    }
  }
  return { products, problems };
}

const shortened = ({ cells }: FileRow) => cells.map((cell) => cell.slice(0, 500));

/** Programs call the only variation so. */
function nameOf(name: string, variation: string): string {
  const isUsual = /^(regular|standard|normal|default|default title|-|–)?$/i.test(variation) || variation === name;
  return isUsual ? name : name ? `${name} – ${variation}` : variation;
}

function codesOf(
  at: (field: ProductColumn) => string,
  barcodeIn: ReturnType<typeof barcodeReader>,
  reasons: ProductReason[],
) {
  const { code, isCompleted } = barcodeIn(at('barcode'));
  if (code === undefined) reasons.push('barcode');
  else if (isCompleted) reasons.push('zeros');
  else if (hasWrongCheckDigit(code)) reasons.push('checkDigit');
  const vatRate = rateIn(at('vatRate'));
  if (vatRate === undefined) reasons.push('vatRate');
  return { barcode: code || null, vatRate: vatRate ?? null };
}

/**
 * Of `21`, `21 %`, `5,5`, `19% MwSt.`, and of `0.055`, which a cell holds that shows 5.5 %; null for nothing, undefined
 * for something else.
 */
function rateIn(text: string): number | null | undefined {
  if (text === '') return null;
  const [, figures, percent] =
    /^(\d{1,3}(?:[.,]\d{1,6})?)(?:\s*(%).{0,40})?$/.exec(text.trim()) ??
    /^\D{1,40}?(\d{1,2}(?:[.,]\d{1,2})?)\s*(%)\)?$/.exec(text.trim()) ??
    [];
  const given = Number(figures?.replace(',', '.'));
  // No rate is below 1 %.
  const rate = Math.round((percent || given >= 1 ? given : given * 100) * 100) / 100;
  return rate >= 0 && rate <= 100 ? rate : undefined;
}

function activeIn(text: string): boolean | null {
  const plain = folded(text.trim());
  if (/^(0|n|no|nein|non|ne|false|inactive|inaktiv|archived|draft|hidden|inactif|inactivo)$/.test(plain)) return false;
  return /^(1|y|yes|ja|oui|si|taip|ja|true|active|aktiv|actif|activo|published|visible)$/.test(plain) ? true : null;
}
