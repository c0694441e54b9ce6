// Recognizes rows below a table that count or sum it.
import { folded } from '#contract/lib/folded.ts';

/** Rows at the end that can be such ones. */
const maxBelow = 3;
const figures = String.raw`[\d\s.,'’€$£%-]*`;
const words =
  'summen?|gesamt|gesamtsumme|gesamtbetrag|zwischensumme|endsumme|anzahl|totale?s?|(?:sub|grand)[ -]?total|totals?|sum|count|totaal|totalt|i alt|yhteensa|kokku|kopa|kopsumma|is viso|viso|suma|razem|lacznie|celkem|spolu|osszesen|somme|nombre|total general|numero|итого|всего|разом|усього|ukupno|skupaj|toplam';
const isWord = new RegExp(
  `^(?:${words})(?:\\s*[:=]?\\s*${figures}|\\s[^:]{0,30}:\\s*${figures}|\\s*[:=]?\\s*\\d[\\d.,]*\\s+\\p{L}{1,15})$`,
  'u',
);
/** An amount or a count; a phone number has more figures. */
const isFigure =
  /^\p{Sc}?\s?-?(?:\d{1,6}|\d{1,3}(?:[.,'’\s]\d{3})*)(?:[.,]\d{1,2})?-?\s?(?:\p{Sc}|%|[a-z]{2,3}|kč|zł)?$/iu;

/** Returns a function that says so of a row: its first word means a sum, and the others are figures. */
export function totalRows(rows: readonly { line: number }[]) {
  const lines = new Set(rows.slice(-maxBelow).map(({ line }) => line));
  return ({ line, cells }: { line: number; cells: readonly string[] }): boolean => {
    if (!lines.has(line)) return false;
    const [first = '', ...others] = cells.map((cell) => cell.trim()).filter(Boolean);
    const isSum = (text: string) => isWord.test(folded(text.slice(0, 80)));
    return isSum(first) && others.every((text) => isFigure.test(text) || isSum(text));
  };
}
