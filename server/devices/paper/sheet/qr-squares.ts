// The squares of a QR code.
import { encode } from 'uqr';

/** Rows of squares, true for a dark one. */
export type Squares = readonly (readonly boolean[])[];

/** Readable with 15 % of it damaged. Without rows if the text is too long for any code. */
export function codeSquares(text: string): Squares {
  try {
    return encode(text, { ecc: 'M', border: 0 }).data;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
