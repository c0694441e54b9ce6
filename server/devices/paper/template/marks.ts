// The characters by which a filled template says what is a value: they have no other use, and values cannot have them.
//
// Every ASCII character of a value moves to U+E000 and up while the forms of lines are read. Nothing in a value can
// thus be a form, whatever forms there are.

/** Stands for a value without content: a line that has no other values is left out. */
export const emptyMark = '\uE0FE';
/** Precedes a value with content. */
export const valueMark = '\uE0FF';

const base = 0xe000;

/** Moves ASCII characters, line ends too, out of reach of the forms. */
export const protect = (text: string): string =>
  text.replaceAll(/[\n -~]/g, (character) => String.fromCharCode(base + character.charCodeAt(0)));

/** The text as it is printed. Ends of lines inside values become `\n`. */
export const unprotect = (text: string): string =>
  text.replaceAll(/[\uE00A\uE020-\uE07E\uE0FE\uE0FF]/g, (mark) =>
    mark === emptyMark || mark === valueMark ? '' : String.fromCharCode(mark.charCodeAt(0) - base),
  );
