// Breaks the letters of a text into lines: at spaces, else after a hyphen, else where the line ends.

const space = 0x20;
/** Hyphens, slashes and dashes: a word that is longer than a line may break after one. */
const breakAfter = new Set([0x2d, 0x2f, 0x2010, 0x2013]);

/** `width` and `next`: letters of the first line, and of those below it. Returns at least one line; nothing is lost. */
export function wrapText(codes: readonly number[], width: number, next = width): number[][] {
  const lines: number[][] = [];
  let line: number[] = [];
  let gap: number[] = [];
  const room = () => (lines.length === 0 ? width : next);
  const end = () => {
    lines.push(line);
    line = [];
  };
  for (const word of splitWords(codes)) {
    if (word[0] === space) {
      gap = word;
      continue;
    }
    if (line.length > 0 && line.length + gap.length + word.length <= room()) line = [...line, ...gap, ...word];
    else {
      if (line.length > 0) end();
      let at = 0;
      while (word.length - at > room()) {
        const end = breakIn(word, at, at + room());
        lines.push(word.slice(at, end));
        at = end;
      }
      line = word.slice(at);
    }
    gap = [];
  }
  if (line.length > 0 || lines.length === 0) end();
  return lines;
}

/** Lines of about the same length: for centred text, which else may end in a single word. */
export function wrapEvenly(codes: readonly number[], width: number): number[][] {
  let lines = wrapText(codes, width);
  if (lines.length === 1 || lines.length > 6) return lines;
  const count = lines.length;
  for (let narrower = width - 1; narrower > width / 2; narrower--) {
    const attempt = wrapText(codes, narrower);
    if (attempt.length > count || attempt.some((line) => line.length > narrower)) break;
    lines = attempt;
  }
  return lines;
}

function breakIn(word: readonly number[], start: number, end: number): number {
  for (let place = end; place > start + 2; place--) {
    if (breakAfter.has(word[place - 1] ?? 0)) return place;
  }
  return end;
}

/** Words and the spaces between them, in turn. */
export function splitWords(codes: readonly number[]): number[][] {
  const words: number[][] = [];
  for (const [index, code] of codes.entries()) {
    const isSame = index > 0 && (codes[index - 1] === space) === (code === space);
    if (isSame) words.at(-1)?.push(code);
    else words.push([code]);
  }
  return words;
}
