// Barcodes of products: those of GS1 have a check digit, those that a shop makes itself need none.

/** Digits of EAN-8 (GTIN-8), UPC-A (GTIN-12) and EAN-13 (GTIN-13). */
const gtinLengths: readonly number[] = [8, 12, 13];

/**
 * Whether the code is as long as an EAN or a UPC, but its last digit is not the check digit of the others (GS1 General
 * Specifications, 7.9.1). A typo, or a code of the shop's own: a reason to ask, none to refuse.
 */
export function hasWrongCheckDigit(barcode: string): boolean {
  if (!/^\d+$/.test(barcode) || !gtinLengths.includes(barcode.length)) return false;
  const digits = [...barcode].map(Number).reverse();
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 3), 0) % 10 !== 0;
}

/**
 * The other way to write a UPC-A (GTIN-12): as an EAN-13 it begins with a zero, and scanners send either. Undefined for
 * other codes.
 */
export function sameBarcode(barcode: string): string | undefined {
  if (!/^0?\d{12}$/.test(barcode) || hasWrongCheckDigit(barcode)) return undefined;
  return barcode.length === 12 ? `0${barcode}` : barcode.slice(1);
}
