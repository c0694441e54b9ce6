// Reads a column of barcodes, as spreadsheets write what they take for numbers.
import { hasWrongCheckDigit } from '#contract/till/barcodes.ts';
import { barcodePattern, maxBarcode } from '#contract/till/products.ts';

interface ReadBarcode {
  /** Undefined for a text that is none. Empty: there is none. */
  code: string | undefined;
  /** Zeros that were cut from its front are there again. */
  isCompleted: boolean;
}

/** Digits of a UPC-A without its zeros in front, and of an EAN-13. */
const minCut = 9;
const [upcLength, eanLength] = [12, 13];

/** Returns a function that reads one of the `cells` of the column. */
export function barcodeReader(cells: readonly string[]): (cell: string) => ReadBarcode {
  const codes = cells.flatMap((cell) => plainCode(cell) || []);
  const fitting = (length: number) => codes.some((code) => code.length === length && isGtin(code));
  // Without an EAN, the twelve digits are those of a UPC-A. Codes of a shop's own can fit by chance.
  const length = fitting(eanLength) ? eanLength : fitting(upcLength) ? upcLength : 0;
  return (cell) => {
    const code = plainCode(cell);
    const isCut = code !== undefined && /^[1-9]\d+$/.test(code) && code.length >= minCut && code.length < length;
    const isCompleted = isCut && isGtin(code.padStart(length, '0'));
    return { code: isCompleted ? code.padStart(length, '0') : code, isCompleted };
  };
}

const isGtin = (code: string) => /^\d+$/.test(code) && !hasWrongCheckDigit(code);

/** Of `4006381333931.0`, `4 006381 333931`, `04006381333931`, `4.006381333931E+12`; one whose digits are lost is none. */
function plainCode(cell: string): string | undefined {
  const text = cell.trim().replace(/^(\d{6,})[.,]0+$/, '$1');
  const [, first = '', fraction = '', exponent] = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i.exec(text) ?? [];
  if (exponent) return fraction.length === Number(exponent) ? first + fraction : undefined;
  const digits = text.replace(/[ -]/g, '');
  // A GTIN-14 of a single piece is its EAN-13 with one more zero.
  const piece = /^0\d{13}$/.test(digits) ? digits.slice(1) : digits;
  const code = piece.length >= upcLength && isGtin(piece) ? piece : text;
  return code.length <= maxBarcode && barcodePattern.test(code) ? code : undefined;
}
