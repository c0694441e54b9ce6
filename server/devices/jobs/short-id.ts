// Names a paper to printers, which allow few letters.
import { randomBytes } from 'node:crypto';

/** 20 of 32 letters, in which none is read as another. */
export function newShortId(): string {
  return Array.from(randomBytes(20), (byte) => letters[byte & 31]).join('');
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
