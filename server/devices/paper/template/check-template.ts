// Validates a template: every complaint names its line and says how to mend it. A template without complaints prints
// whatever its values are, unless they are too many.
import type { MessageKey } from '#i18n/keys.ts';
import type { Complaint } from '#server/lib/refusal.ts';
import { type PaperTypeKey, paperType } from '../paper-types.ts';
import { paperLimits } from './limits.ts';
import { parseLine } from './line-forms.ts';
import { paperFilters, sayableWords } from './liquid.ts';

/** The loop that is open at a line. */
interface Loop {
  line: number;
  row: string;
  /** None if its list is unknown, which one complaint says. */
  fields: readonly string[] | undefined;
}

const quoted = String.raw`'[^'{}|\\]*'|"[^"{}|\\]*"`;
const name = String.raw`[a-zA-Z]\w*(?:\.[a-zA-Z]\w*)?`;
const filter = String.raw`\|\s*(?<!\w)(\w+)(?:\s*:\s*(${quoted}|${name}))?\s*`;
/** Exactly these outputs: Liquid reads nothing else in them. */
const output = new RegExp(String.raw`(?<!\{)\{\{\s*(${quoted}|${name})\s*((?:${filter})*)\}\}(?!\})`, 'g');
const filters = new RegExp(filter, 'g');
const opening = /^\{%\s*for\s+([a-zA-Z]\w*)\s+in\s+([a-zA-Z]\w*)\s*%\}$/;
const closing = /^\{%\s*endfor\s*%\}$/;

/** The complaints about a template as those of a call's `Template`; none if it can be used. */
export function checkPaperTemplate(text: string, key: PaperTypeKey): Complaint[] {
  const complaints: Complaint[] = [];
  const complain = (code: MessageKey, params: Record<string, string | number> = {}) => {
    if (complaints.length < paperLimits.complaints) complaints.push({ key: 'Template', code, params });
  };
  const lines = text.replace(/^\ufeff/, '').split('\n');
  if (text.trim() === '') complain('paper.problem.empty');
  if (/[\0\ufffd]/.test(text)) complain('paper.problem.notText');
  else if (text.length > paperLimits.characters) complain('paper.problem.tooLarge', { max: paperLimits.characters });
  else if (lines.length > paperLimits.lines)
    complain('paper.problem.tooManyLines', { count: lines.length, max: paperLimits.lines });
  if (complaints.length > 0) return complaints;

  let loop: Loop | undefined;
  for (const [index, line] of lines.entries()) {
    const at = (code: MessageKey, params: Record<string, string> = {}) =>
      complain(code, { line: index + 1, ...params });
    loop = checkLine(line.replace(/\r$/, ''), { key, loop, number: index + 1 }, at);
  }
  if (loop) complain('paper.problem.notClosed', { line: loop.line, tag: '{% endfor %}' });
  for (const word of paperType(key).mustSay) {
    if (!new RegExp(String.raw`\{\{\s*['"]${word}['"]\s*\|\s*say\s*\}\}`).test(text))
      complain('paper.problem.mustSay', { output: `{{ '${word}' | say }}` });
  }
  for (const value of paperType(key).mustPrint ?? []) {
    if (!new RegExp(String.raw`\{\{\s*${value}\s*\}\}`).test(text))
      complain('paper.problem.mustPrint', { output: `{{ ${value} }}` });
  }
  return complaints;
}

type Complain = (code: MessageKey, params?: Record<string, string>) => void;
interface Place {
  key: PaperTypeKey;
  loop: Loop | undefined;
  number: number;
}

/** Returns the loop that is open after the line. */
function checkLine(line: string, place: Place, complain: Complain): Loop | undefined {
  if (line.length > paperLimits.lineCharacters) {
    complain('paper.problem.lineTooLong', { max: String(paperLimits.lineCharacters) });
    return place.loop;
  }
  if (/(?!\t)[\p{Cc}\p{Co}\u200b\ufeff\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(line))
    complain('paper.problem.control');
  if (/^\s*\{%.*%\}\s*$/.test(line)) return checkTag(line.trim(), place, complain);
  const [tag] = /\{%.*?(?:%\}|$)/.exec(line) ?? [];
  if (tag) complain(isKnownTag(tag) ? 'paper.problem.tagAlone' : 'paper.problem.tag', { tag, tags: tagNames });
  const rest = line.replaceAll(output, (_, value: string, ofFilters: string) => {
    checkOutput(value, ofFilters, place, complain);
    return 'x';
  });
  if (!tag && /\{\{|\}\}|%\}/.test(rest)) complain('paper.problem.output', { output: '{{ company }}' });
  const parsed = parseLine(rest);
  if (parsed.form === 'problem') complain(parsed.code, parsed.params);
  return place.loop;
}

const tagNames = '{% for … %}, {% endfor %}';
const isKnownTag = (tag: string) => /^\{%-?\s*(?:for|endfor)\b/.test(tag);

function checkTag(tag: string, { key, loop, number }: Place, complain: Complain): Loop | undefined {
  if (closing.test(tag)) {
    if (!loop) complain('paper.problem.notOpen', { tag });
    return undefined;
  }
  const { lists } = paperType(key);
  const [, row, list = ''] = opening.exec(tag) ?? [];
  if (!row) {
    const isLoop = isKnownTag(tag) && !/%\}.*%\}/.test(tag);
    const example = `{% for row in ${Object.keys(lists)[0] ?? '…'} %}`;
    if (isLoop) complain('paper.problem.loop', { tag, example });
    else complain(isKnownTag(tag) ? 'paper.problem.tagAlone' : 'paper.problem.tag', { tag, tags: tagNames });
    const begun = /^\{%-?\s*for\s+(\w+)/.exec(tag)?.[1];
    return loop ?? (isLoop && begun ? { line: number, row: begun, fields: undefined } : undefined);
  }
  if (loop) complain('paper.problem.nested', { first: String(loop.line) });
  else if (!Object.hasOwn(lists, list)) {
    const names = Object.keys(lists).join(', ');
    if (names) complain('paper.problem.list', { name: list, names });
    else complain('paper.problem.noLists');
  }
  return loop ?? { line: number, row, fields: lists[list] && Object.keys(lists[list]) };
}

function checkOutput(value: string, ofFilters: string, { key, loop }: Place, complain: Complain): void {
  const used = [...ofFilters.matchAll(filters)].map(([, called = '', argument]) => ({ called, argument }));
  const isWord = used[0]?.called === 'say';
  if (isWord) checkWord(value, complain);
  else checkName(value, key, loop, complain);
  for (const [index, { called, argument }] of used.entries()) {
    const isKnown = Object.hasOwn(paperFilters, called) && !(called === 'say' && index > 0);
    if (!isKnown) complain('paper.problem.filter', { name: called, names: Object.keys(paperFilters).join(', ') });
    else if (argument) checkName(argument, key, loop, complain);
  }
}

function checkWord(value: string, complain: Complain): void {
  const word = /^['"](.*)['"]$/.exec(value)?.[1];
  const words = sayableWords();
  if (word === undefined || !words.includes(word))
    complain('paper.problem.word', { name: word ?? value, names: words.map((one) => `'${one}'`).join(', ') });
}

/** Quoted texts are fine; names must be declared, those of rows inside their loop. */
function checkName(value: string, key: PaperTypeKey, loop: Loop | undefined, complain: Complain): void {
  if (/^['"]/.test(value) || (loop && !loop.fields && value.split('.')[0] === loop.row)) return;
  const names = [
    ...Object.keys(paperType(key).values),
    ...(loop?.fields?.map((field) => `${loop.row}.${field}`) ?? []),
  ].filter((one) => one !== loop?.row);
  if (!names.includes(value)) complain('paper.problem.value', { name: value, names: names.join(', ') });
}
