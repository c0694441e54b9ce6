// The seven forms of a line of paper, and how a line is recognized as one.
//
//   # large          twice as wide and high
//   **bold**         the line, or one of its columns
//   > centred
//   ---              a rule
//   left | right     the right column keeps its words together
//   [qr] text        a code to scan
//   =                the end of a paper: it is cut here
//
// Everything else is text, and an empty line is space. Forms may be joined in this order: `> # **text**`.
import type { MessageKey } from '#i18n/keys.ts';

export interface PaperCell {
  text: string;
  bold: boolean;
}

export interface TextLine {
  form: 'text';
  large: boolean;
  centred: boolean;
  left: PaperCell;
  right?: PaperCell | undefined;
}

export type PaperLine =
  | { form: 'blank' }
  | { form: 'rule' }
  | { form: 'cut' }
  | { form: 'qr'; text: string }
  | TextLine;

export interface FormProblem {
  form: 'problem';
  code: MessageKey;
  params: Record<string, string>;
}

const prefixed = (line: string, prefix: string) => (line.startsWith(prefix) ? line.slice(prefix.length).trim() : null);

export function parseLine(source: string): PaperLine | FormProblem {
  const line = source.trim();
  if (line === '') return { form: 'blank' };
  if (/^-{3,}$/.test(line)) return { form: 'rule' };
  if (/^=+$/.test(line)) return { form: 'cut' };
  if (/!\[[^\]]*\]\(|<img\b|\bdata:image\//i.test(line)) return problem('paper.problem.picture');
  const centredText = prefixed(line, '> ');
  const afterCentred = centredText ?? line;
  const code = prefixed(afterCentred, '[qr] ');
  if (code !== null) return { form: 'qr', text: code };
  const [unknown] = /^(?:#{2,}(?= )|\[[^\]\s]{1,20}\](?= |$))/.exec(afterCentred) ?? [];
  if (unknown) return problem('paper.problem.form', { form: unknown });
  const largeText = prefixed(afterCentred, '# ');
  const content = largeText ?? afterCentred;
  const inBold = boldText(content);
  const columns = (inBold ?? content).split(/(?:^|\s)\|(?:\s|$)/);
  if (columns.length > 2) return problem('paper.problem.columns');
  const [left, right] = columns.map((column) => cellOf(column, inBold !== null));
  if (!left || left === 'open' || right === 'open') return problem('paper.problem.bold');
  return { form: 'text', large: largeText !== null, centred: centredText !== null && !right, left, right };
}

const boldText = (text: string) => /^\*\*((?:(?!\*\*).)+)\*\*$/.exec(text)?.[1] ?? null;

function cellOf(column: string, isBold: boolean): PaperCell | 'open' {
  const text = column.trim();
  const inBold = boldText(text);
  if (inBold !== null) return { text: inBold, bold: true };
  return text.includes('**') ? 'open' : { text, bold: isBold };
}

const problem = (code: MessageKey, params: Record<string, string> = {}): FormProblem => ({
  form: 'problem',
  code,
  params,
});
