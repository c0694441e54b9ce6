// Commands to ESC/POS printers, and their answers: each is known by bits that are fixed in it.

/** Asks for the state now, also while the printer prints or is out of paper: 1 printer, 2 why offline, 3 errors, 4 paper. */
export const askNow = (about) => Buffer.of(0x10, 0x04, about);
/** Asks once everything before it is printed. */
export const askAtEnd = Buffer.of(0x1d, 0x72, 0x01);
/** Throws away what is not printed yet. */
export const clearBuffer = Buffer.of(0x10, 0x14, 0x08, 0x01, 0x03, 0x14, 0x01, 0x06, 0x02, 0x08);

/** Opens the drawer at the first connector (50 ms on, 500 ms off), after what stands before it, or at once. */
export const pulse = Buffer.of(0x1b, 0x70, 0x00, 0x19, 0xfa);
export const pulseNow = Buffer.of(0x10, 0x14, 0x01, 0x00, 0x01);

const isNow = (byte) => (byte & 0x93) === 0x12;
const isAtEnd = (byte) => (byte & 0x90) === 0;
const isAutomatic = (byte) => (byte & 0x93) === 0x10;

/** Collects answers: `now` and `atEnd` are called with a byte, `automatic` with the four of an automatic status. */
export function answerReader({ now, atEnd, automatic }) {
  let head = [];
  return (bytes) => {
    for (const byte of bytes) {
      if (head.length > 0 && isAtEnd(byte)) {
        head.push(byte);
        if (head.length === 4) automatic(head.splice(0));
      } else if (isAutomatic(byte)) {
        head = [byte];
      } else {
        if (isNow(byte)) now(byte);
        else if (head.length === 0 && isAtEnd(byte)) atEnd(byte);
      }
    }
  };
}

/** An automatic status in the bits of the four answers. */
export function partsOfAutomatic([first, errors, paper]) {
  return {
    printer: first & 0x08,
    offline: first & 0x20 ? 0x04 : 0,
    errors,
    paper: (paper & 0x03 ? 0x0c : 0) | (paper & 0x0c ? 0x60 : 0),
  };
}
