// Reads the comments of TypeScript, CSS and SQL, for the check of plain English.

export interface Comment {
  /** The line of its beginning, from 1. */
  line: number;
  text: string;
}

/** The comments of a file in their order; lines of `//` or `--` below each other are one comment. */
export function commentsIn(path: string, source: string): Comment[] {
  const isSql = path.endsWith('.sql');
  const found: Comment[] = [];
  let open: 'block' | 'lines' | undefined;
  const begin = (line: number, text: string, kind: typeof open) => {
    found.push({ line, text });
    open = kind;
  };
  const append = (text: string) => {
    const last = found.at(-1);
    if (last) last.text = `${last.text} ${text}`.trim();
  };
  for (const [index, line] of source.split('\n').entries()) {
    const block = isSql ? null : /^\s*\{?\/\*\*?(?:\s|$)(.*)$/.exec(line);
    const whole = (isSql ? /^\s*--(?: (.*))?$/ : /^\s*\/\/(?: (.*))?$/).exec(line);
    const after = (isSql ? /\s-- (.*)$/ : /\s\/\/ ([A-Z].*)$/).exec(line);
    if (open === 'block') append(line.replace(/^\s*\*(?!\/) ?/, '').replace(/\s*\*\/.*$/, ''));
    else if (block) begin(index + 1, (block[1] ?? '').replace(/\s*\*\/.*$/, ''), 'block');
    else if (whole && open === 'lines') append(whole[1] ?? '');
    else if (whole) begin(index + 1, whole[1] ?? '', 'lines');
    else if (after) begin(index + 1, after[1] ?? '', undefined);
    else open = undefined;
    if (open === 'block' && line.includes('*/')) open = undefined;
  }
  return found;
}
