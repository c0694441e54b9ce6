// Parses templates, each once: its next papers use the result.
import type { Template } from 'liquidjs';
import { Refusal } from '#server/lib/refusal.ts';
import type { PaperTypeKey } from '../paper-types.ts';
import { checkPaperTemplate } from './check-template.ts';
import { paperEngine } from './liquid.ts';

const parsed = new Map<string, Template[]>();
/** A parsed template takes up to a hundred times its text. */
const maxCharacters = 200_000;
let characters = 0;

/** Throws 417 with all complaints about the template. */
export async function parsePaperTemplate(template: string, typeKey: PaperTypeKey): Promise<Template[]> {
  const cached = parsed.get(`${typeKey} ${template}`);
  if (cached) return cached;
  const complaints = checkPaperTemplate(template, typeKey);
  if (complaints.length > 0) throw new Refusal(417, 'paper.problem.template', { complaints });
  // A line that only has a tag is none on the paper.
  const text = plainLines(template).replaceAll(/^[ \t]*(\{%[^\n]*?%\})[ \t]*(?:\n|$)/gm, '$1');
  const result = (await paperEngine()).parse(text);
  if (characters + template.length > maxCharacters) {
    parsed.clear();
    characters = 0;
  }
  characters += template.length;
  parsed.set(`${typeKey} ${template}`, result);
  return result;
}

/** As editors of every system write it: with their ends of lines, a mark at the beginning, accents apart. */
const plainLines = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .normalize('NFC');
