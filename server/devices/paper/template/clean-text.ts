// Prepares texts for paper: removes what has no look. Characters without a letter stay, and become boxes.

/** One line. Spaces that do not break stay, since amounts have them. */
export const cleanPrintedLine = (text: string): string =>
  clean(text.replaceAll(/[^\S\u00a0\u2007\u202f]+/g, ' ')).trim();

/** As many lines as the text has; without empty ones at its ends. */
export const cleanPrintedLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map(cleanPrintedLine)
    .join('\n')
    .replaceAll(/^\n+|\n+$/g, '');

/** The text of a code, whose lines and spaces have fixed places. */
export const cleanCode = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .replaceAll(/\p{Co}/gu, '\ufffd');

function clean(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/[\u2007\u202f]/g, '\u00a0')
      // Emoji of several parts are one letter: their joiners stay.
      .replaceAll(/(?!\u200d)[\p{Cc}\p{Cf}]/gu, '')
      .replaceAll(/\p{Co}/gu, '\ufffd')
      .normalize('NFC')
  );
}
