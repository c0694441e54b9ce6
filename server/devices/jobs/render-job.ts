// Renders the paper of a job, with the template of the moment at which it was queued.
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { type PaperTypeKey, paperTypes, type StoredValues } from '#server/devices/paper/paper-types.ts';
import { originalTemplate, type RenderedPaper, renderPaper } from '#server/devices/paper/render-paper.ts';
import { type CutRows, splitPaper } from '#server/devices/paper/sheet/split-paper.ts';
import type { Services } from '#server/lib/context.ts';

/** A paper as it is stored. */
export interface StoredPaper {
  typeKey: string;
  templateId: string | null;
  language: string;
  document: StoredValues;
  copy: number;
  part: number;
}

export async function renderJob(
  { files }: Pick<Services, 'files'>,
  { typeKey, templateId, language, document, copy }: StoredPaper,
  dots: number | null,
): Promise<RenderedPaper> {
  const key: PaperTypeKey = Object.hasOwn(paperTypes, typeKey) ? (typeKey as PaperTypeKey) : 'note';
  const template = (templateId && (await readTemplate(files, templateId))) || originalTemplate(key);
  return renderPaper({
    template,
    typeKey: key,
    language,
    copy: copy === 0 ? undefined : copy,
    values: document,
    dots: dots === 384 ? 384 : 576,
  });
}

/** The parts in which a printer takes a paper; most take any height. */
export const paperParts = (paper: RenderedPaper, maxHeight: number | null): CutRows[] =>
  maxHeight === null ? [paper] : splitPaper(paper, maxHeight);

/** The bytes of a file never change. */
const templates = new Map<string, string>();
const maxTemplates = 100;

async function readTemplate(files: Services['files'], id: string): Promise<string | undefined> {
  const known = templates.get(id);
  if (known !== undefined) return known;
  const body = await files.read(id);
  if (!body) return undefined;
  const text = (await buffer(body)).toString('utf8');
  if (templates.size >= maxTemplates) templates.clear();
  templates.set(id, text);
  return text;
}

/** The columns of a stored paper, of the job `j` and its type `t`. */
export const storedPaperColumns = sql`t.key as type_key, j.template_id, j.language, j.document, j.copy, j.part`;
