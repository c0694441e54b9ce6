// Finds words that docs/style.md rules out, in comments, test titles, messages, API summaries and guides: part of `npm
// run check`.
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentsIn } from './comments.ts';

const ruledOut = /\b(he|his|him|himself|whoever|anew|somebody|nobody)\b/i;

/** Words for which the product has another one (docs/style.md), in what people read on the screen. */
const ruledOutOnScreens =
  /\b(business(es)?|(?<!cash )registers?|registered|registration|dismiss|text messages?|log ?in|sign-in name|(?<!e-)mail address|emails?)\b/i;

/** Names and quotations that contain such a word. */
const allowed: readonly RegExp[] = [/docs\/style\.md/];

/** Beginnings that make a relative clause the subject of a sentence. */
const relativeClause = /^(What|Whatever|Who|Whoever|Whose|Whom|Which)\b/;
/** Beginnings of a comment that refer to a noun which no sentence before them names. */
const noAntecedent = /^(Those|They|It|The others)\b/;
const maxColumns = 120;

/** One line for each comment that breaks a rule of docs/style.md about sentences: its place, the rule and the text. */
export async function weakSentences(top: string): Promise<string[]> {
  const found: string[] = [];
  const paths = glob('{contract,server,web,device,e2e,bench,tools}/**/*.{ts,tsx,mjs,css,sql}', { cwd: top });
  for await (const path of paths) {
    // Migrations that are applied do not change.
    if (path.startsWith('server/db/migrations/')) continue;
    const source = await readFile(join(top, path), 'utf8');
    for (const { line, text } of commentsIn(path, source)) {
      const [first = '', ...others] = text.split(/(?<=[.!?:;]) (?=[A-Z])/);
      for (const sentence of [first, ...others]) {
        if (relativeClause.test(sentence) && !sentence.endsWith('?')) {
          found.push(`${path}:${line} begins with a relative clause: ${sentence}`);
        }
      }
      if (noAntecedent.test(first)) found.push(`${path}:${line} begins with a word that refers to nothing: ${first}`);
    }
    for (const [index, line] of source.split('\n').entries()) {
      if (line.length > maxColumns && /^\s*(\/\/|\/?\*|--) /.test(line)) {
        found.push(`${path}:${index + 1} is longer than ${maxColumns} columns: ${line.trim()}`);
      }
    }
  }
  return found.sort();
}

/** One line for each text with such a word: its place and the text. `top` is the project's folder. */
export async function archaicWords(top: string): Promise<string[]> {
  const found: string[] = [];
  const paths = glob(
    [
      '{contract,server,web,device,e2e,bench,tools}/**/*.{ts,tsx,mjs,css,sql}',
      'device/**/*.txt',
      'i18n/en.json',
      '*.md',
      'docs/guides/*.md',
    ],
    { cwd: top },
  );
  for await (const path of paths) {
    const lines = (await readFile(join(top, path), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      for (const text of textsIn(path, line)) {
        const word = ruledOut.exec(text)?.[0] ?? (path === 'i18n/en.json' && screenWord(text));
        if (word && !allowed.some((pattern) => pattern.test(text))) {
          found.push(`${path}:${index + 1} says "${word}": ${text.trim()}`);
        }
      }
    }
  }
  return found.sort();
}

/**
 * The parts of a line that people read: all of prose and messages; of code, its comments, test titles and summaries.
 */
function textsIn(path: string, line: string): string[] {
  if (/\.(md|txt)$/.test(path)) return [line];
  if (path.endsWith('.json')) return [line.slice(line.indexOf(':') + 1)];
  if (path.endsWith('.sql')) return matches(line, /--(.*)$/g);
  return [
    ...matches(line, /^\s*(?:\/\*\*?|\*)(.*)$/g),
    ...matches(line, /(?<=^|\s)\/\/ (.*)$/g),
    ...matches(line, /\b(?:test|describe)\(\s*(['"`].*)$/g),
    ...matches(line, /\b(?:summary|description|about): (['"`].*)$/g),
  ];
}

/** A ruled-out word outside of placeholders. */
const screenWord = (text: string) => ruledOutOnScreens.exec(text.replaceAll(/\{\{.*?\}\}/g, ''))?.[0];

const matches = (line: string, pattern: RegExp) => [...line.matchAll(pattern)].map(([, text = '']) => text);

if (import.meta.main) {
  const top = fileURLToPath(new URL('..', import.meta.url));
  const found = [...(await archaicWords(top)), ...(await weakSentences(top))];
  for (const line of found) console.error(line);
  console.log(found.length ? `${found.length} texts break rules of docs/style.md` : 'The words are plain.');
  process.exitCode = found.length ? 1 : 0;
}
